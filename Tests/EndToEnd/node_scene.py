"""Several servers on one PostgreSQL database behind a proxy, all from Debian and on the loopback interface."""

import contextlib
import glob
import os
import pathlib
import pwd
import shutil
import subprocess

from checks import free_port, server_log
from rider_server import Clock, moment
from source_checks import get_json, wait_for


def programs():
    """The paths of PostgreSQL's programs and nginx; None if one is missing."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    return (pathlib.Path(found[-1]).parent, nginx) if found and nginx else None


class Database:
    """A PostgreSQL server with a password. It runs as another user if this script runs as root."""

    def __init__(self, tools, folder):
        self.tools, self.folder, self.port = tools, folder, free_port()
        self.secret = folder / "password"
        self.secret.write_text("a password with ' and \\ in it\n")
        folder.chmod(0o755)
        self.data = folder / "postgres"
        self.data.mkdir()
        self.user = None
        if os.geteuid() == 0:
            with contextlib.suppress(KeyError):
                self.user = pwd.getpwnam("postgres")
            self.user = self.user or pwd.getpwnam("nobody")
            os.chown(self.data, self.user.pw_uid, self.user.pw_gid)
        self.run("initdb", "-D", self.data, "-U", "takt", "--auth=scram-sha-256", f"--pwfile={self.secret}",
                 "--no-sync", "--locale=C.UTF-8")
        self.start()
        self.create("takt")
        self.url = f"postgresql://takt@127.0.0.1:{self.port}/takt"

    def run(self, program, *words):
        """Runs one of PostgreSQL's programs and returns its output."""
        who = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        done = subprocess.run([self.tools / program, *map(str, words)], check=True, capture_output=True, text=True,
                              cwd="/", env=os.environ | {"PGPASSWORD": self.secret.read_text().strip()}, **who)
        return done.stdout

    def start(self):
        self.run("pg_ctl", "-D", self.data, "-w", "-l", self.data / "log", "-o",
                 f"-c listen_addresses=127.0.0.1 -p {self.port} -k {self.data} -c fsync=off", "start")

    def create(self, name):
        self.run("createdb", "-h", "127.0.0.1", "-p", self.port, "-U", "takt", name)

    def stop(self, mode="fast"):
        self.run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")

    def ask(self, sql, name="takt"):
        """The first column of a query's result, as strings."""
        answer = self.run("psql", "-h", "127.0.0.1", "-p", self.port, "-U", "takt", "-d", name, "-Atc", sql)
        return answer.split()


class Pooler:
    """PgBouncer in front of a database, which gives each transaction another of few connections."""

    @staticmethod
    def program():
        return shutil.which("pgbouncer", path=os.environ["PATH"] + ":/usr/sbin")

    def __init__(self, folder, database):
        self.port = free_port()
        self.url = f"postgresql://takt@127.0.0.1:{self.port}/takt"
        here = folder / "pooler"
        here.mkdir()
        secret = database.secret.read_text().strip().replace('"', '""')
        (here / "users.txt").write_text(f'"takt" "{secret}"\n')
        (here / "pgbouncer.ini").write_text(f"""
[databases]
takt = host=127.0.0.1 port={database.port} dbname=takt
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {self.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {here}/users.txt
pool_mode = transaction
default_pool_size = 8
max_client_conn = 500
logfile = {here}/log
""")
        who = {}
        if database.user:
            for path in (here, here / "users.txt", here / "pgbouncer.ini"):
                os.chown(path, database.user.pw_uid, database.user.pw_gid)
            who = {"user": database.user.pw_uid, "group": database.user.pw_gid, "extra_groups": []}
        self.process = subprocess.Popen([self.program(), here / "pgbouncer.ini"], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", **who)

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=10)


class Node:
    """One of several servers."""

    def __init__(self, program, folder, settings, speed):
        self.program, self.folder, self.speed, self.port = program, folder, speed, free_port()
        folder.mkdir()
        (folder / "takt.yml").write_text(settings.replace("DATA", f"{folder}/data"))
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = server_log(folder / "log.txt")
        self.process = self.clock = None

    def start(self, at):
        """Starts it with its clock at the given seconds after midnight."""
        self.process = subprocess.Popen(
            [self.program, "serve", "--config", self.folder / "takt.yml", "--port", str(self.port),
             "--at", moment(at), "--speed", str(self.speed)],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        if not wait_for(lambda: get_json(f"{self.url}/api/v1/network"), 90):
            raise RuntimeError((self.folder / "log.txt").read_text()[-1000:])
        self.clock = Clock(self.url, self.speed)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Stops it as an operator does; returns whether it ended properly."""
        if self.process is None or self.process.poll() is not None:
            return False
        self.process.terminate()
        try:
            return self.process.wait(timeout=20) == 0
        except subprocess.TimeoutExpired:
            self.kill()
            return False


class Proxy:
    """nginx in front of several servers, as docs/operating.md describes."""

    def __init__(self, nginx, folder, ports):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        servers = " ".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;" for port in ports)
        (folder / "nginx.conf").write_text(f"""
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1;
{"user root;" if os.geteuid() == 0 else ""}
events {{ worker_connections 512; }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  upstream takt {{ {servers} }}
  server {{
    listen 127.0.0.1:{self.port};
    location / {{
      proxy_pass http://takt; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 1s; proxy_next_upstream error timeout;
    }}
  }}
}}
""")
        self.process = subprocess.Popen([nginx, "-c", folder / "nginx.conf", "-p", folder],
                                        stdin=subprocess.DEVNULL)

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=10)
