#!/usr/bin/env python3
"""Sends over every channel to services that share no code with ours, and reads what arrives.

    Tests/EndToEnd/test_channels.py [--program PATH]

The program (Tests/NotifierProbe) sends; http_ece decrypts messages for browsers, PyJWT verifies the sender, aiosmtpd
accepts mail under TLS with a certificate made here, and Python's own mail parser reads it.
"""

import argparse
import datetime
import email
import email.policy
import hashlib
import hmac
import ipaddress
import json
import logging
import pathlib
import ssl
import subprocess
import tempfile
import time
import warnings

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from checks import check, finish, free_port
from push_service import Browser, Service, claims

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SECRET = "a-secret-of-both-sides"
TITLE = "Tram 4: 8 min später 🚋"
BODY = "Bahnhofplatz ab 07:12 → 07:20\n.\n.. Punkte am Anfang"
LINK = "https://takt.example/c/1?x=a&y=ä".replace("ä", "%C3%A4")


class Posts:
    def __init__(self, status=201):
        self.status = status
        self.all = []
        self.service = Service(self.take)

    def take(self, path, headers, body):
        self.all.append((path, headers, body))
        return self.status, {}


def send(program, folder, messages, mail=None):
    """The outcome of each message, by its id."""
    order = {"mode": "send", "folder": folder, "messages": [
        {"id": f"m{index}", "topic": "ride-1", "title": TITLE, "body": BODY, "link": LINK, **message}
        for index, message in enumerate(messages)]}
    if mail:
        order["mail"] = mail
    done = subprocess.run([program], input=json.dumps(order), capture_output=True, text=True,
                          timeout=60)
    if done.returncode != 0:
        check("the program ends in order", False, done.stderr.strip()[-300:])
    return dict(line.split(" ", 1) for line in done.stdout.splitlines())


def check_browser(program, folder):
    posts = Posts()
    browser = Browser(posts.service.origin + "/push/1?token=x")
    messages = [{"address": browser.address()},
                {"address": browser.address(), "title": "", "body": "ü" * 4000},
                {"address": browser.address(), "body": "\"\\\u0001\n" * 1000}]
    outcomes = send(program, folder, messages)
    check("browser: three messages are taken", set(outcomes.values()) == {"delivered"},
          json.dumps(outcomes))
    if not check("browser: three messages arrive", len(posts.all) == 3):
        return
    path, headers, body = posts.all[0]
    check("browser: the address is kept to the letter", path == "/push/1?token=x", path)
    shown = json.loads(browser.open(body))
    notification = shown["notification"]
    check("browser: http_ece reads the message", shown["web_push"] == 8030
          and notification["title"] == TITLE and notification["body"] == BODY
          and notification["navigate"] == LINK and notification["lang"] == "de-CH")
    said = claims(headers["Authorization"], posts.service.origin)
    lasts = said["exp"] - time.time()
    check("browser: PyJWT accepts the sender's token, which lasts less than a day",
          0 < lasts <= 86400 and said["sub"].startswith("mailto:"), f"{lasts} s")
    check("browser: the fields of RFC 8030 are there", headers["Content-Encoding"] == "aes128gcm"
          and 590 <= int(headers["TTL"]) <= 600 and headers["Urgency"] == "normal"
          and len(headers["Topic"]) == 32)
    lengths = [len(body) for _, _, body in posts.all]
    check("browser: no body is longer than 4096 bytes, and long ones use the room",
          max(lengths) <= 4096 and lengths[1] > 4085, str(lengths))
    cut = json.loads(browser.open(posts.all[1][2]))["notification"]["body"]
    check("browser: long text is cut between characters", set(cut[:-1]) == {"ü"}
          and cut.endswith("…"))
    check("browser: a second browser cannot read it", not can_open(Browser("x"), body))


def can_open(browser, body):
    try:
        browser.open(body)
        return True
    except Exception:
        return False


def check_webhook(program, folder):
    posts = Posts(204)
    address = {"kind": "webhook", "url": posts.service.origin + "/hook", "secret": SECRET}
    outcomes = send(program, folder, [{"address": address}])
    check("webhook: the message is taken", outcomes == {"m0": "delivered"}, json.dumps(outcomes))
    _, headers, body = posts.all[0]
    moment, signature = (part.split("=")[1] for part in headers["Takt-Signature"].split(","))
    expected = hmac.new(SECRET.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    check("webhook: the signature is what docs/notifications.md says",
          hmac.compare_digest(signature, expected) and abs(time.time() - int(moment)) < 60)
    answer = json.loads(body)
    check("webhook: the message is whole", answer["title"] == TITLE and answer["body"] == BODY
          and answer["link"] == LINK and answer["id"] == headers["Idempotency-Key"] == "m0")


def check_ntfy(program, folder):
    posts = Posts(200)
    address = {"kind": "ntfy", "server": posts.service.origin, "topic": "my-trams", "token": "tk_x"}
    outcomes = send(program, folder, [{"address": address}])
    check("ntfy: the message is taken", outcomes == {"m0": "delivered"}, json.dumps(outcomes))
    path, headers, body = posts.all[0]
    answer = json.loads(body)
    check("ntfy: the message is whole", path == "/" and headers["Authorization"] == "Bearer tk_x"
          and answer["topic"] == "my-trams" and answer["title"] == TITLE and answer["message"] == BODY
          and answer["click"] == LINK and answer["priority"] == 3)


def make_certificate(folder):
    """A self-signed certificate for this machine."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name)
        .public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([
            x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False)
        .sign(key, hashes.SHA256()))
    paths = pathlib.Path(folder) / "tls.crt", pathlib.Path(folder) / "tls.key"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption()))
    return paths


class Mailbox:
    """Receives mail; has one account and one mailbox."""

    def __init__(self):
        self.all = []

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address != "rider@example.org":
            return "550 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 fine"

    async def handle_DATA(self, server, session, envelope):
        self.all.append((envelope.mail_from, envelope.content))
        return "250 2.0.0 taken"


def authenticate(server, session, envelope, mechanism, data):
    knows = data.login == b"takt" and data.password == "p ässwort".encode()
    return AuthResult(success=knows, handled=False)


class Implicit(Controller):
    """TLS from the first byte."""


class StartTLS(Controller):
    """TLS after a greeting."""

    def __init__(self, handler, context, **options):
        self.context = context
        super().__init__(handler, **options)

    def factory(self):
        return SMTP(self.handler, tls_context=self.context, require_starttls=True,
                    authenticator=authenticate, auth_required=True)


def check_mail(program, folder):
    certificate, key = make_certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    mailbox = Mailbox()
    servers = {
        "starttls": StartTLS(mailbox, context, hostname="127.0.0.1", port=free_port()),
        "implicit": Implicit(mailbox, hostname="127.0.0.1", port=free_port(), ssl_context=context,
                             authenticator=authenticate, auth_required=True,
                             auth_require_tls=False),
    }
    message = {"address": {"kind": "email", "address": "rider@example.org"}}
    for encryption, server in servers.items():
        server.start()
        mail = {"host": "127.0.0.1", "port": server.port, "encryption": encryption, "user": "takt",
                "password": "p ässwort", "authorities": str(certificate),
                "sender": "takt@example.net"}
        check_encrypted(program, folder, encryption, message, mail, mailbox)
        server.stop()


def check_encrypted(program, folder, encryption, message, mail, mailbox):
    mailbox.all.clear()
    unknown = {"address": {"kind": "email", "address": "nobody@example.org"}}
    outcomes = send(program, folder, [message, unknown], mail)
    check(f"mail, {encryption}: taken; an unknown mailbox is gone",
          outcomes == {"m0": "delivered", "m1": "gone"}, json.dumps(outcomes))
    # Both servers require TLS.
    if check(f"mail, {encryption}: one mail arrives", len(mailbox.all) == 1):
        sender, content = mailbox.all[0]
        read = email.message_from_bytes(content, policy=email.policy.default)
        check(f"mail, {encryption}: Python reads what was meant",
              sender == "takt@example.net" and read["Subject"] == TITLE
              and read["To"] == "rider@example.org" and read["From"].addresses[0].display_name
              == "Takt" and not read.defects
              and read.get_content().replace("\r\n", "\n") == f"{BODY}\n\n{LINK}\n",
              "" if read else repr(content[:400]))
    wrong = send(program, folder, [message], {**mail, "password": "wrong"})
    check(f"mail, {encryption}: a wrong password may be mended", "account" in wrong.get("m0", "")
          and wrong["m0"].startswith("failed"), json.dumps(wrong))
    strange = send(program, folder, [message], {**mail, "authorities": None})
    check(f"mail, {encryption}: an unknown authority is not trusted",
          "trustworthy" in strange.get("m0", ""), json.dumps(strange))
    check(f"mail, {encryption}: nothing of that arrived", len(mailbox.all) == 1)


# The check of each channel kind.
CHECKS = {"web-push": check_browser, "ntfy": check_ntfy, "webhook": check_webhook, "email": check_mail}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=ROOT / ".build" / "debug" / "NotifierProbe")
    program = parser.parse_args().program
    # Refused logins and connections are intended.
    warnings.simplefilter("ignore")
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory(prefix="takt-channels-") as folder:
        for check_kind in CHECKS.values():
            check_kind(program, folder)
    finish()


main()
