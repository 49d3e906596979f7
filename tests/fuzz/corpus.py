#!/usr/bin/env python3
"""Seeds that are not text: tests/fuzz/corpus.py TARGET FOLDER writes FOLDER/NAME, the same each time."""
import gzip
import io
import pathlib
import struct
import sys
import tarfile
import zipfile

MARK = b"\n%%\n"


def npy(descr="<f8", shape="(2, 3)", order="False", data=bytes(48), version=1):
    header = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n".encode()
    width = "<H" if version == 1 else "<I"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack(width, len(header)) + header + data


def idx(n, labels, cells=6, height=2, width=3):
    images = struct.pack(">4I", 0x803, n, height, width) + bytes(n * cells)
    return images + MARK + struct.pack(">2I", 0x801, len(labels)) + bytes(labels)


def tar(*members):
    """Members are (name, type, bytes, link)."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, kind, data, link in members:
            info = tarfile.TarInfo(name)
            info.type, info.size, info.linkname = kind, len(data), link
            archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()[:4096]


def packed(*members):
    """A .zip of (name, bytes), the first one stored."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for k, (name, data) in enumerate(members):
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED if k else zipfile.ZIP_STORED)
    return stream.getvalue()


def edit(place, *new):
    return place.to_bytes(3, "big") + bytes([len(new) - 1, *new])


def jpeg(height=8, width=8, frame=0xC0, scans=1):
    """One grey component whose coefficients are all zero."""
    head = b"\xff\xd8\xff\xdb\x00\x43\x00" + b"\x01" * 64
    head += bytes([0xFF, frame, 0, 11, 8]) + struct.pack(">2H", height, width) + b"\x01\x01\x11\x00"
    for table in (0x00, 0x10):  # one code of one bit: no more coefficients
        head += b"\xff\xc4\x00\x14" + bytes([table, 1]) + bytes(15) + b"\x00"
    last = 0 if frame == 0xC2 else 63
    scan = b"\xff\xda\x00\x08\x01\x01\x00\x00" + bytes([last, 0])
    return head + (scan + bytes((height * width // 64 + 3) // 4)) * scans + b"\xff\xd9"


FILE, LINK, FOLDER = tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.DIRTYPE
SOUND = tar(("x", FOLDER, b"", ""), ("x/b", FILE, b"b" * 600, ""), ("x/a.bin", FILE, b"abc" * 300, ""))
SEEDS = {
    "npy": {
        "f8": npy(), "f4_fortran": npy("<f4", "(2, 3)", "True", bytes(24)),
        "bool": npy("|b1", "(3,)", data=b"\1\0\1"), "i8": npy("<i8", "(1,)", data=b"\xff" * 8),
        "version_2": npy("<u2", "(2,)", data=bytes(4), version=2), "huge": npy(shape="(4294967296, 4294967296)"),
        "empty": npy(shape="(0,)", data=b""), "three": npy(shape="(1, 2, 3)"), "text": npy("<U5"),
        "long_header": b"\x93NUMPY\x02\0\xff\xff\xff\xff{",
    },
    "idx": {"sound": idx(4, [0, 1, 2, 1]), "too_many": idx(5, [0] * 5), "uneven": idx(4, [0, 1]),
            "other_shape": idx(4, [0] * 4, 6, 3, 2), "claims": idx(0xFFFFFFFF, [0], 0)},
    "cifar": {"one": b"\0" + (b"\1" + bytes(3072)) * 2, "two": b"\1" + b"\1\2" + bytes(3072),
              "label": b"\0\7" + bytes(3072), "cut": b"\0\1" + bytes(100)},
    "stl10": {"two": b"\2\0\0\1\12", "cut": b"\1\7\7\1", "label": b"\1\0\0\13", "more": b"\1\0\0\1\1"},
    "user": {
        "npy": b"\2" + MARK.join([npy("<f4", "(2, 1)", data=bytes(8)), b"0\n1", b"a\nb"]),
        "npy_split": b"\5" + MARK.join([npy("<f4", "(2, 1)", data=bytes(8)), b"0\r\n1", b"0\n1", b"a\nb"]),
        "wide": b"\1+1 1:1\n-1 10000000:1\n" + MARK + MARK + b"a\nb",
    },
    "cache": {
        **{f"form_{k}": bytes([k]) for k in range(8)},
        "rows": b"\0" + edit(32, 0xFF, 0xFF, 0xFF, 0xFF), "features": b"\2" + edit(40, 1, 0, 0, 0, 1),
        "raw": b"\xffLFDATA\r\n",
    },
    "checkpoint": {"sound": b"\0\xff", "empty": b"\0\0", "cut": b"\1\xff", "no_sum": b"\2\xff",
                   "version": b"\0\xff" + edit(8, 9)},
    "wire": {"sound": b"\0\xff", "bytewise": b"\0\0", "dim": b"\0\xff" + edit(16, 0, 0, 0, 8),
             "raw": b"\1\xff" + struct.pack("<2IQ", 0x4C667731, 4, 8)},
    "photo": {"grey": jpeg(), "progressive": jpeg(16, 16, 0xC2), "scans": jpeg(8, 8, 0xC2, 40),
              "huge": jpeg(65000, 65000, 0xC0, 0), "none": b"\xff\xd8\xff\xd9"},
    "archive": {
        "sound": SOUND, "packed": gzip.compress(SOUND, mtime=0), "folder": tar(("x/a.bin", FOLDER, b"", "")),
        "climbs": tar(("x/../../etc/a.bin", FILE, b"a", "")), "link": tar(("x/a.bin", LINK, b"", "/etc/passwd")),
        "long": tar(("x/" + "n" * 300, FILE, b"n", ""), ("x/a.bin", FILE, b"a", "")), "cut": SOUND[:1800],
    },
    "photos": {"sound": packed(("x/cat.0.jpg", b"cat"), ("x/dog.0.jpg", b"dog" * 99), ("y/a.jpg", b"a")),
               "climbs": packed(("x/../a.jpg", b"a")), "cut": packed(("x/cat.0.jpg", b"cat"))[:50]},
    "zip": {"one": packed(("runs/a.jsonl", b'{"key":"a"}\n')), "manifest": packed(("manifest.json", b"{}")),
            "none": packed(), "climbs": packed(("../a", b"a")), "twice": packed(("a", b"a"), ("a", b"a")),
            "cut": packed(("a", b"a"))[:40]},
    "gzip": {"plain": b"one\ntwo\r\n\nthree\0", "packed": gzip.compress(b"one\ntwo\n" * 9, mtime=0),
             "cut": gzip.compress(b"one\ntwo\n" * 9, mtime=0)[:30], "zeros": gzip.compress(bytes(100000), mtime=0)},
    "csv": {"bom": b"\xef\xbb\xbfa,b,label\r\n1,2,3\r\n", "zero": b"a,b,c\n1,\0,3\n"},
    "libsvm": {"crlf": b"+1 1:1\r\n-1 2:1\r\n", "zero": b"+1 1:1\0\n", "bom": b"\xef\xbb\xbf+1 1:1\n"},
}

folder = pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
for name, data in SEEDS.get(sys.argv[1], {}).items():
    (folder / name).write_bytes(data)
