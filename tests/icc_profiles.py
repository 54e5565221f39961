"""ICC profiles made by hand: a header, a table of tags, and nothing sensible in them."""

import struct


def icc_profile(kind=b"prtr", space=b"CMYK", version=2, tags=(b"A2B0", b"B2A0")):
    """The bytes of a profile with parts of 16 bytes."""
    first = 128 + 4 + 12 * len(tags)
    table = b"".join(struct.pack(">4sII", tag, first + 16 * i, 16) for i, tag in enumerate(tags))
    size = first + 16 * len(tags)
    head = struct.pack(
        ">I4sBBH4s4s4s12s4s", size, b"test", version, 0, 0, kind, space, b"Lab ", bytes(12), b"acsp"
    )
    return head + bytes(128 - len(head)) + struct.pack(">I", len(tags)) + table + bytes(16 * len(tags))
