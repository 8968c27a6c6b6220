"""TLS in front of a server, like an operator's proxy: bytes are passed on unchanged.

    async with tls_front(port) as (front, context): ...
"""

import asyncio
import contextlib
import datetime
import ipaddress
import pathlib
import ssl
import tempfile

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


def certificate(folder, name="front.pem", hours=1):
    """A self-signed certificate for this machine with its key; it ends after this many hours."""
    key = ec.generate_private_key(ec.SECP256R1())
    owner = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "takt.test")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (x509.CertificateBuilder().subject_name(owner).issuer_name(owner)
            .public_key(key.public_key()).serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(hours=hours))
            .add_extension(x509.SubjectAlternativeName(
                [x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
            .sign(key, hashes.SHA256()))
    path = pathlib.Path(folder) / name
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                          serialization.NoEncryption())
        + made.public_bytes(serialization.Encoding.PEM))
    return path


async def pass_on(reader, writer):
    with contextlib.suppress(OSError, ssl.SSLError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    with contextlib.suppress(OSError, ssl.SSLError):
        writer.close()


@contextlib.asynccontextmanager
async def tls_front(port):
    """Yields the TLS port, and a context that trusts its certificate."""
    async def serve(reader, writer):
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pass_on(reader, inner_writer), pass_on(inner_reader, writer))

    with tempfile.TemporaryDirectory(prefix="takt-tls-") as folder:
        path = certificate(folder)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        trusting = ssl.create_default_context(cafile=path)
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
        try:
            yield server.sockets[0].getsockname()[1], trusting
        finally:
            server.close()
