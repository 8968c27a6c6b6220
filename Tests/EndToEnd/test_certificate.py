#!/usr/bin/env python3
"""Serves with the server's own TLS: requests, sockets, a renewed certificate, and unusable ones.

    .tools/venv/bin/python Tests/EndToEnd/test_certificate.py .build/debug/takt

The certificates are made here and self-signed. Prints one line per check.
"""

import asyncio
import json
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import websockets

from checks import check, finish, free_port, server_log
from tls_front import certificate

PROGRAM = pathlib.Path(sys.argv[1])
READY_SECONDS = 60
# The server checks every ten seconds.
RENEWAL_SECONDS = 30


class Server:
    """A campus on its own port, with the given lines about TLS."""

    def __init__(self, folder, *lines):
        self.port = free_port()
        self.config, self.log = folder / "takt.yml", folder / "log"
        self.config.write_text(
            "\n".join([f"data: {folder}/data", f"listen: 127.0.0.1:{self.port}", "tls:", *lines]) + "\n")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--config", self.config], stdin=subprocess.DEVNULL,
            stdout=(folder / "out").open("w"), stderr=server_log(self.log))

    def stop(self):
        self.process.terminate()
        try:
            return self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def get(self, path, trusting, scheme="https"):
        """Returns status and headers; (None, reason) if there is no answer."""
        try:
            with urllib.request.urlopen(
                    f"{scheme}://127.0.0.1:{self.port}{path}", timeout=10, context=trusting) as answer:
                return answer.status, answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.headers
        except OSError as error:
            return None, str(error)

    def shows(self):
        """The certificate that a new connection gets."""
        return ssl.get_server_certificate(("127.0.0.1", self.port), timeout=10)

    def logged(self, words):
        return words in self.log.read_text()


def wait_for(condition, seconds):
    end = time.monotonic() + seconds
    while not (holds := condition()) and time.monotonic() < end:
        time.sleep(0.3)
    return holds


def own_part(path):
    """The certificate without its key, in `ssl`'s format."""
    text = path.read_text()
    return ssl.DER_cert_to_PEM_cert(ssl.PEM_cert_to_DER_cert(text[text.index("-----BEGIN CERTIFICATE"):]))


async def check_socket(server, trusting):
    async with websockets.connect(
            f"wss://127.0.0.1:{server.port}/fusion/", ssl=trusting, proxy=None) as client:
        pong = await asyncio.wait_for(await client.ping(), 10)
        check("a socket opens over TLS", pong is not None)


def check_hostile(server, trusting):
    check("a plain-text client gets no answer", server.get("/health/live", None, "http")[0] is None)
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    check("protocols that are broken are refused", server.get("/health/live", old)[0] is None)
    stalled = []
    for _ in range(50):
        one = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        one.sendall(b"\x16\x03\x01\x02\x00\x01")
        stalled.append(one)
    check("half-open handshakes block nobody", server.get("/health/live", trusting)[0] == 200)
    for one in stalled:
        one.close()


def check_renewal(server, folder, pair):
    first = server.shows()
    check("the certificate is the one that was named", first == own_part(pair))
    keep = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    old = ssl.create_default_context(cafile=shutil.copy(pair, folder / "old.pem"))
    open_one = old.wrap_socket(keep, server_hostname="127.0.0.1")
    # A key of another certificate: the renewal is only half done.
    half = certificate(folder, "half.pem").read_text().split("-----BEGIN CERTIFICATE")[0]
    pair.write_text(half + pair.read_text()[pair.read_text().index("-----BEGIN CERTIFICATE"):])
    check("a key of another certificate is reported",
          wait_for(lambda: server.logged("does not belong to the certificate"), RENEWAL_SECONDS))
    check("and the last good certificate stays in use", server.shows() == first)
    os.replace(certificate(folder, "new.pem"), pair)
    check("a renewed certificate is used without a restart",
          wait_for(lambda: server.shows() == own_part(pair), RENEWAL_SECONDS))
    open_one.sendall(b"GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    check("an open connection continues", open_one.recv(100).startswith(b"HTTP/1.1 200"))
    open_one.close()
    check("requests trust the new one",
          server.get("/health/live", ssl.create_default_context(cafile=pair))[0] == 200)


def check_refused(folder, sentence, words, *lines):
    server = Server(folder, *lines)
    try:
        code = server.process.wait(READY_SECONDS)
    except subprocess.TimeoutExpired:
        code = None
        server.stop()
    check(sentence, code == 65 and server.logged(words), f"code {code}, {server.log.read_text()[-200:]}")


def doctor(folder, pair):
    config = folder / "doctor.yml"
    config.write_text(f"tls:\n  certificate: {pair}\n")
    run = subprocess.run([PROGRAM, "doctor", "--config", config, "--json"], capture_output=True, text=True, timeout=60)
    return [one for one in json.loads(run.stdout)["findings"] if one["subject"] == "certificate"]


def check_running(folder, server):
    """The doctor beside a server whose certificate nobody trusts does not take it for another program."""
    config = folder / "running.yml"
    config.write_text(server.config.read_text() + f"public-url: https://127.0.0.1:{server.port}\n")
    run = subprocess.run([PROGRAM, "doctor", "--config", config, "--json"], capture_output=True, text=True, timeout=60)
    found = {one["subject"]: one for one in json.loads(run.stdout)["findings"]}
    check("the doctor says that browsers do not trust the server", found["https"]["level"] == "bad"
          and "Browsers do not trust" in found["https"]["detail"], found["https"])
    check("and not that another program has its port", "port" not in found, found.get("port"))


def check_doctor(folder):
    pair = certificate(folder, "doctor.pem", hours=24 * 40)
    pair.chmod(0o600)
    levels = lambda: [one["level"] for one in doctor(folder, pair)]
    check("the doctor is content with a good certificate", levels() == ["good"], doctor(folder, pair))
    pair.chmod(0o644)
    check("not with a key that everybody can read", levels() == ["good", "warning"])
    certificate(folder, "doctor.pem", hours=24)
    check("nor with one that ends tomorrow", levels()[0] == "warning")
    certificate(folder, "doctor.pem", hours=-1)
    check("nor with one that has ended", levels()[0] == "bad")


def main():
    with tempfile.TemporaryDirectory(prefix="takt-certificate-") as name:
        folder = pathlib.Path(name)
        pair = certificate(folder, "pair.pem")
        server = Server(folder, "  certificate: pair.pem")
        try:
            trusting = ssl.create_default_context(cafile=pair)
            is_ready = wait_for(lambda: server.get("/health/live", trusting)[0] == 200, READY_SECONDS)
            check("the server answers over TLS", is_ready, server.log.read_text()[-500:] if not is_ready else "")
            check("it says where it is", f"https://localhost:{server.port}/" in (folder / "out").read_text())
            _, headers = server.get("/health/live", trusting)
            check("browsers are told to keep using TLS",
                  (headers["Strict-Transport-Security"] or "").startswith("max-age="))
            check("the log warns of a certificate that ends soon", server.logged("the certificate ends soon: renew it"))
            check_running(folder, server)
            asyncio.run(check_socket(server, trusting))
            check_hostile(server, trusting)
            check_renewal(server, folder, pair)
            check("it ends as it should", server.stop() == 0)
        finally:
            server.process.kill()
        check_refused(folder, "a certificate that is not there is refused",
                      "No certificate in PEM", "  certificate: none.pem")
        (folder / "key.pem").write_text("nothing")
        check_refused(folder, "so is a key that is none", "No private key in PEM",
                      "  certificate: pair.pem", "  key: key.pem")
        check_refused(folder, "and a key without its certificate", "'tls.key' needs the certificate",
                      "  key: pair.pem")
        check_doctor(folder)
    finish()


main()
