"""An HTTP answer is the same however its bytes are cut."""

import itertools
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.council.carrier import Answered, Unanswered
from adjudge.council.http1 import AnswerReader

PLAIN = b"HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED = (
    b"HTTP/1.1 100 Continue\r\n\r\n"
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"2;note=x\r\nhe\r\n3\r\nllo\r\n0\r\nTrailer: t\r\n\r\n"
)


def packed():
    """An answer that nobody asked to be packed."""
    packing = zlib.compressobj(wbits=31)
    body = packing.compress(b"hello") + packing.flush()
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
    return head % len(body) + body


ANSWERS = [PLAIN, CHUNKED, packed()]


def read(pieces):
    """The answer in *pieces* of bytes, which must be whole at the last and not before."""
    reader = AnswerReader()
    answers = [reader.feed(piece) for piece in pieces]
    assert answers[:-1] == [None] * (len(answers) - 1)
    return reader, answers[-1]


@given(st.sampled_from(ANSWERS), st.lists(st.integers(1, 130), max_size=8))
def test_cuts_do_not_matter(whole, cuts):
    """However the network cuts it, the same answer comes out, at its last byte."""
    marks = sorted({0, len(whole), *(cut for cut in cuts if cut < len(whole))})
    pieces = [whole[a:b] for a, b in itertools.pairwise(marks)]

    reader, answered = read(pieces)

    assert (answered.status, answered.body, reader.keeps) == (200, b"hello", True)


def test_an_answer_without_a_length_ends_with_the_connection():
    """As servers of HTTP/1.0 do it."""
    reader = AnswerReader()

    assert reader.feed(b"HTTP/1.0 200 OK\r\n\r\nhel") is None
    assert reader.feed(b"lo") is None
    assert reader.end() == Answered(status=200, headers={}, body=b"hello")
    assert not reader.keeps


@pytest.mark.parametrize("whole", ANSWERS)
def test_an_end_in_the_middle_is_no_answer(whole):
    """Half an answer is never taken for a whole one, wherever it ends."""
    for at in range(len(whole)):
        reader = AnswerReader()
        assert reader.feed(whole[:at]) is None if at else True
        with pytest.raises(Unanswered, match="ended"):
            reader.end()


@pytest.mark.parametrize(
    "head",
    [
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"\x16\x03\x01 nonsense of TLS",
        b"HTTP/2 200\r\n\r\n",
        b"HTTP/1.1 abc\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n+5\r\nhello\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 5\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 70_000,
    ],
)
def test_what_is_no_http_is_a_fault(head):
    """Another protocol on the port, lying lengths, endless heads: a reason, no hang."""
    with pytest.raises(Unanswered):
        AnswerReader().feed(head)


def test_bytes_after_the_answer_spoil_the_connection():
    """Whose answer would they be? The connection carries no other call."""
    reader = AnswerReader()

    assert reader.feed(PLAIN + b"HTTP/1.1 200 OK\r\n").body == b"hello"
    assert not reader.keeps


@pytest.mark.parametrize(
    ("head", "keeps"),
    [
        (b"HTTP/1.1 200 OK\r\nConnection: close", False),
        (b"HTTP/1.1 200 OK\r\nConnection: keep-alive", True),
        (b"HTTP/1.0 200 OK", False),
        (b"HTTP/1.0 200 OK\r\nConnection: Keep-Alive", True),
    ],
)
def test_who_keeps_the_connection(head, keeps):
    """As the server says, by the rules of its version."""
    reader = AnswerReader()
    reader.feed(head + b"\r\nContent-Length: 0\r\n\r\n")

    assert reader.keeps is keeps
