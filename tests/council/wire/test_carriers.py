"""Both ways of sending keep one contract: straight, and through a proxy with aiohttp."""

import asyncio
import socket
import ssl
import threading
from dataclasses import replace

import pytest
from wire_asking import ask_all, asking, seat_at

from adjudge.council import Keys, Timeouts, Wire
from adjudge.council.carrier import Target, Unanswered
from adjudge.council.direct import Direct
from adjudge.council.proxied import Proxied
from adjudge.council.proxies import proxy_for
from adjudge.testing import (
    ScriptedServer,
    answer,
    cut_off,
    disconnect,
    error,
    slow_drip,
)

BOTH = pytest.mark.parametrize("carrier", [Direct, Proxied])


def post(carrier, url, *, body=b"{}", **timeouts):
    """One exchange over a carrier of its own."""

    async def run():
        made = carrier()
        try:
            target = Target.of(f"{url}/chat/completions")
            return await made.post(target, {"X": "1"}, body, Timeouts(**timeouts))
        finally:
            await made.close()

    return asyncio.run(run())


@BOTH
@pytest.mark.parametrize("status", [200, 307, 404, 503])
def test_any_status_is_an_answer(carrier, status):
    """Status, headers and body come back as they were sent; nothing is followed."""
    told = replace(error(status, "so"), headers={"Location": "/away", "Retry-After": "1"})

    with ScriptedServer(told) as server:
        answered = post(carrier, server.url, body=b'{"model": "m"}')

    assert (answered.status, answered.body, server.count) == (status, told.body, 1)
    assert answered.headers["retry-after"] == "1"
    assert server.requests[0].body == {"model": "m"}


@BOTH
@pytest.mark.parametrize(
    ("told", "timeouts", "sort"),
    [
        (disconnect(), {}, "broken"),
        (cut_off(), {}, "broken"),
        (replace(cut_off(), chunked=True), {}, "broken"),
        (answer("x").after(30), {"read": 0.05}, "timeout"),
        (slow_drip(seconds=0.01), {"total": 0.05}, "timeout"),
    ],
)
def test_what_is_no_whole_answer_says_how_far_it_got(carrier, told, timeouts, sort):
    """Never half a body for a whole one, and never a wait without end."""
    with ScriptedServer(told) as server, pytest.raises(Unanswered) as raised:
        post(carrier, server.url, **timeouts)

    assert raised.value.sort == sort


@BOTH
def test_nobody_listens(carrier):
    """A closed port is unreached, by its name, and with what to look at."""
    with ScriptedServer(answer("x")) as server:
        url = server.url

    with pytest.raises(Unanswered, match=r"127\.0\.0\.1") as raised:
        post(carrier, url)

    assert (raised.value.sort, bool(raised.value.hint)) == ("unreached", True)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate for localhost that nobody has signed but itself: its path."""
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "localhost.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


def trusting(certificate):
    """How a carrier trusts that certificate and no other."""

    def made():
        made.times += 1
        return ssl.create_default_context(cafile=certificate)

    made.times = 0
    return made


def test_tls_is_spoken_and_the_certificates_are_loaded_once(certificate):
    """Over TLS the same answers come back; ten connections load certificates once."""
    context = trusting(certificate)

    async def run(url):
        carrier = Direct(context=context)
        target = Target.of(f"{url}/chat/completions")
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(carrier.post(target, {}, b"{}", Timeouts()))
                for _ in range(10)
            ]
        await carrier.close()
        return [task.result().status for task in tasks]

    with ScriptedServer(answer("x").after(0.01), certificate=certificate) as server:
        assert asyncio.run(run(server.url)) == [200] * 10

    assert (server.url.startswith("https://localhost:"), context.times) == (True, 1)


@BOTH
def test_a_stranger_is_not_talked_to(carrier, certificate):
    """A certificate that nobody vouches for ends the call before the key is sent."""
    with ScriptedServer(answer("x"), certificate=certificate) as server:
        with pytest.raises(Unanswered) as raised:
            post(carrier, server.url)

        assert (raised.value.sort, server.count) == ("certificate", 0)


class Proxy:
    """A proxy that passes plain HTTP on to one server, and counts."""

    def __init__(self, to):
        self.to = to
        self.heads = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.listening.close()

    @property
    def url(self):
        """Where it is."""
        return f"http://127.0.0.1:{self.listening.getsockname()[1]}"

    def run(self):
        """Pass one call on."""
        client, _ = self.listening.accept()
        with client, socket.create_connection(self.to) as server:
            sent = client.recv(65536)
            self.heads.append(sent.split(b"\r\n")[0])
            server.sendall(sent.replace(b"http://models.invalid", b"", 1))
            client.sendall(server.recv(65536))


def test_a_proxy_is_used_where_one_is_named():
    """With HTTP_PROXY set, a server that only the proxy can reach answers."""
    with ScriptedServer(answer("through")) as server:
        host, port = server.url.removeprefix("http://").removesuffix("/v1").split(":")
        with Proxy((host, int(port))) as proxy:
            replies, _ = ask_all(
                "http://models.invalid/v1",
                [asking()],
                proxies={"HTTP_PROXY": proxy.url},
            )

    assert replies[0].text == "through"
    assert proxy.heads == [b"POST http://models.invalid/v1/chat/completions HTTP/1.1"]


@pytest.mark.parametrize(
    ("url", "environ", "proxy"),
    [
        ("https://api.openai.com/v1", {}, ""),
        ("https://api.openai.com/v1", {"HTTPS_PROXY": "http://p:1"}, "http://p:1"),
        ("https://api.openai.com/v1", {"https_proxy": "p:1"}, "http://p:1"),
        ("https://api.openai.com/v1", {"http_proxy": "http://p:1"}, ""),
        ("https://api.openai.com/v1", {"ALL_PROXY": "http://p:1"}, "http://p:1"),
        ("https://lab.corp/v1", {"https_proxy": "p:1", "no_proxy": ".corp"}, ""),
        ("http://localhost:11434/v1", {"http_proxy": "http://p:1"}, ""),
        ("http://[::1]:8000/v1", {"http_proxy": "http://p:1"}, ""),
    ],
)
def test_which_proxy_is_named(url, environ, proxy):
    """By scheme, except for this machine and what NO_PROXY names."""
    assert proxy_for(url, environ) == proxy


def test_a_wire_without_a_proxy_does_without_aiohttp():
    """The usual way is our own: aiohttp is not even imported."""
    import subprocess
    import sys

    program = (
        "import asyncio, sys\n"
        "from adjudge.council import Ask, Directory, Keys, Tag, Wire\n"
        "from adjudge.testing import ScriptedServer, answer\n"
        "async def run(url):\n"
        "    async with Wire(Keys()) as wire:\n"
        "        seat = Directory.of(base_url=url).seat('m')\n"
        "        return await wire.ask(seat, Ask(messages=(), tag=Tag(stage='review')))\n"
        "with ScriptedServer(answer('x')) as server:\n"
        "    print(asyncio.run(run(server.url)).text, 'aiohttp' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["x", "False"]


def test_localhost_is_found_by_either_address():
    """A server on 127.0.0.1 answers to `localhost`, whatever that name means first."""

    async def run(url):
        async with Wire(Keys()) as wire:
            return await wire.ask(seat_at(url), asking())

    with ScriptedServer(answer("x")) as server:
        url = server.url.replace("127.0.0.1", "localhost")
        assert asyncio.run(run(url)).text == "x"
