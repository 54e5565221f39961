"""ICC profiles made by hand: those of print have a header, a table of tags, and nothing sensible in them."""

import struct

_WHITE = (63190, 65536, 54061)  # D50, in parts of 65536, as all that follows
_PRIMARIES = {"r": (28576, 14581, 912), "g": (25239, 46983, 6361), "b": (9375, 3972, 46787)}
_CURVE = (157286, 62119, 3417, 5072, 2651)  # 2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045


def icc_profile(kind=b"prtr", space=b"CMYK", version=2, tags=(b"A2B0", b"B2A0")):
    """The bytes of a profile with parts of 16 bytes."""
    first = 128 + 4 + 12 * len(tags)
    table = b"".join(struct.pack(">4sII", tag, first + 16 * i, 16) for i, tag in enumerate(tags))
    size = first + 16 * len(tags)
    head = struct.pack(">I4sBBH4s4s4s12s4s", size, b"test", version, 0, 0, kind, space, b"Lab ", bytes(12), b"acsp")
    return head + bytes(128 - len(head)) + struct.pack(">I", len(tags)) + table + bytes(16 * len(tags))


def srgb_profile():
    """The ICC profile of sRGB: IEC 61966-2-1, as ICC.1:2001-12 (version 4.0) writes it."""
    curve = b"para" + bytes(4) + struct.pack(">HH", 3, 0) + _parts(*_CURVE)
    tags = {
        "desc": _text("sRGB"),
        "cprt": _text("CC0"),
        "wtpt": _xyz(_WHITE),
        **{f"{name}XYZ": _xyz(place) for name, place in _PRIMARIES.items()},
        **dict.fromkeys(("rTRC", "gTRC", "bTRC"), curve),
    }
    start = 128 + 4 + 12 * len(tags)
    body, places = b"", {}
    for content in tags.values():
        if content not in places:
            places[content] = start + len(body)
            body += content + bytes(-len(content) % 4)
    table = b"".join(
        name.encode() + struct.pack(">II", places[content], len(content)) for name, content in tags.items()
    )
    head = struct.pack(">I4xI", start + len(body), 0x04000000) + b"mntrRGB XYZ "
    head += struct.pack(">6H", 2000, 1, 1, 0, 0, 0) + b"acsp"  # no clock
    head = head.ljust(68, b"\0") + _parts(*_WHITE)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body


def _parts(*values):
    return struct.pack(f">{len(values)}i", *values)


def _xyz(place):
    return b"XYZ " + bytes(4) + _parts(*place)


def _text(text):
    encoded = text.encode("utf-16-be")
    return b"mluc" + bytes(4) + struct.pack(">II4sII", 1, 12, b"enUS", len(encoded), 28) + encoded
