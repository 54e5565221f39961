"""Data as codes for chats: they come there whole or are refused with what is wrong, whatever was done to them."""

import base64
import json
import zlib

import pytest
from hypothesis import given, settings, strategies as st
from node_scripts import run_in_node

CODES = "web/scripts/codes.js"
DATA = {"name": "Ána <b>", "cards": list(range(54)), "deep": [{"a": None}]}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
)


def decoded(texts, kind="turn"):
    return run_in_node(
        CODES,
        "return Promise.all(texts.map((text) => own.decoded(text, kind)));",
        texts=texts,
        kind=kind,
    )


@pytest.fixture(scope="module")
def code():
    return run_in_node(CODES, "return own.coded('turn', data);", data=DATA)


def code_of(packed, kind="turn", version=1):
    """A code of any bytes, as Python makes it."""
    body = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    value = 0x811C9DC5
    for letter in body.encode():
        value = (value ^ letter) * 0x01000193 & 0xFFFFFFFF
    return f"deckgen-{kind}-{version}:{len(body)}.{(value ^ value >> 16) & 0xFFFF:04x}:{body}"


def packed(data):
    packer = zlib.compressobj(9, wbits=-15)
    return packer.compress(data) + packer.flush()


@settings(max_examples=8, deadline=None)
@given(tried=st.lists(VALUES, min_size=10, max_size=20))
def test_data_goes_there_and_back(tried):
    found = run_in_node(
        CODES,
        "return Promise.all(tried.map(async (data) => own.decoded(await own.coded('person', data), 'person')));",
        tried=tried,
    )
    assert [each["data"] for each in found] == tried
    assert {each["problem"] for each in found} == {""}


def test_python_and_the_page_write_the_same_code(code):
    (found,) = decoded([code_of(packed(json.dumps(DATA).encode()))])
    assert (found["data"], found["problem"]) == (DATA, "")
    assert code.startswith("deckgen-turn-1:")


@pytest.mark.parametrize(
    "around",
    ["{}", "  {}\n", "Ben’s turn 3:\n{}", "“{}”", "> {}", "https://a.b/play.html#invite={}", "{}. See you!", "{0}\n{0}", "{0} {0}"],
)  # fmt: skip
def test_a_code_is_found_in_a_message(code, around):
    (found,) = decoded([around.format(code)])
    assert (found["data"], found["problem"]) == (DATA, "")


def test_lines_and_capitals_of_its_head_do_no_harm(code):
    lines = "\r\n".join(code[at : at + 20] for at in range(0, len(code), 20))
    quoted = "\n> ".join(code[at : at + 30] for at in range(0, len(code), 30))
    soft = code[:60] + "\u200b \u00ad" + code[60:]
    tried = [lines, quoted, soft, code.replace("deckgen-t", "Deckgen-T")]
    assert [each["problem"] for each in decoded(tried)] == [""] * 4


def test_a_code_that_is_cut_off_says_how_much_is_there(code):
    size = len(code.split(":", 2)[2])
    found = decoded([code[:-left] for left in range(1, size + 1)])
    assert [each["problem"] for each in found] == ["cut"] * size
    assert [(each["got"], each["of"]) for each in found] == [(size - left, size) for left in range(1, size + 1)]
    assert {each["problem"] for each in decoded([code[:at] for at in range(15)])} == {"none"}


def test_a_letter_that_changed_is_noticed(code):
    head = code.rindex(":") + 1
    changed = [code[:at] + ("A" if code[at] != "A" else "B") + code[at + 1 :] for at in range(head, len(code))]
    assert {each["problem"] for each in decoded(changed)} == {"changed"}
    swapped = [code[:at] + code[at + 1] + code[at] + code[at + 2 :] for at in range(head, len(code) - 1)]
    assert {each["problem"] for each in decoded([each for each in swapped if each != code])} == {"changed"}


def test_two_codes_another_kind_and_another_version(code):
    other = run_in_node(CODES, "return own.coded('turn', [1]);")
    assert [each["problem"] for each in decoded([f"{code}\n{other}", f"{other}{code}"])] == ["doubled"] * 2
    (found,) = decoded([code], "invite")
    assert (found["problem"], found["kind"], found["data"]) == ("kind", "turn", None)
    assert decoded([code_of(packed(b"1"), version=2)])[0]["problem"] == "version"


@pytest.mark.parametrize(
    "bytes_of",
    [
        lambda: packed(b" " * 50_000_000),  # 50 MB in 49 kB
        lambda: packed(b"[" * 900_000),
        lambda: packed(bytes(range(256)) * 400),
        lambda: packed(b"\xff{}"),
        lambda: packed(b"{} {}"),
        lambda: b"",
        lambda: b"\xff" * 60_000,
        lambda: packed(b'"x"')[:-2],
    ],
    ids=["bomb", "depth", "bytes", "no text", "no JSON", "nothing", "too long", "short"],
)
def test_what_was_packed_by_others_is_refused(bytes_of):
    (found,) = decoded([code_of(bytes_of())])
    assert (found["problem"], found["data"]) == ("changed", None)


@settings(max_examples=5, deadline=None)
@given(texts=st.lists(st.text(max_size=60), min_size=10))
def test_any_text_is_told(texts):
    heads = [
        "",
        "deckgen",
        "deckgen-turn-1:",
        "deckgen-turn-1:5.0000:",
        "deckgen-turn-1:999999.0000:AAAA",
        "deckgen:1a2b3c4d:1.0:1626:KMRT",
    ]
    assert {each["problem"] for each in decoded([*texts, *heads])} <= {"none", "cut"}


def test_many_codes_at_once(code):
    assert {each["problem"] for each in decoded([code * 200, "deckgen-turn-1:1.0000:" * 5000])} <= {
        "",
        "changed",
        "doubled",
        "cut",
    }
