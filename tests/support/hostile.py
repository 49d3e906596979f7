"""hostile.py ARCHIVE FOLDER: archives made to harm whoever unpacks them, one file a way."""

import struct
import sys
import warnings
import zipfile
from pathlib import Path

warnings.simplefilter("ignore")


def write(path, entries, comment=b"", compress=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compress) as archive:
        archive.comment = comment
        for name, text, mode in entries:
            info = zipfile.ZipInfo(name)
            info.external_attr, info.create_system, info.compress_type = mode << 16, 3, compress
            archive.writestr(info, text)


def main(archive, folder):
    out = Path(folder)
    out.mkdir()
    plain = 0o100644
    sound = [(n, zipfile.ZipFile(archive).read(n), plain) for n in zipfile.ZipFile(archive).namelist()]
    write(out / "absolute.lfz", [("/etc/passwd", b"x", plain), *sound])
    write(out / "above.lfz", [("../x", b"x", plain), *sound])
    write(out / "backslash.lfz", [("..\\x", b"x", plain), *sound])
    write(out / "link.lfz", [("A", b"/etc/passwd", 0o120777), *sound])
    write(out / "device.lfz", [("A", b"", 0o060644), *sound])
    write(out / "folder.lfz", [("A/", b"", 0o040755), *sound])
    write(out / "twice.lfz", [sound[0], *sound])
    write(out / "unsorted.lfz", sound[::-1])
    write(out / "comment.lfz", sound, comment=b"hello")
    write(out / "bzip.lfz", sound, compress=zipfile.ZIP_BZIP2)
    write(out / "many.lfz", [(f"a{i:06}", b"", plain) for i in range(60001)])
    write(out / "bomb.lfz", [("A", bytes(600 << 20), plain)])
    write(out / "drive.lfz", [("C:x", b"x", plain), *sound])
    write(out / "hidden.lfz", [(".x", b"x", plain), *sound])
    write(out / "alike.lfz", sorted([*sound, ("m\u0430nifest.json", b"x", plain)]))  # a Cyrillic letter
    write(out / "case.lfz", sorted([*sound, ("readme.md\u200b", b"x", plain)]))
    write(out / "long.lfz", sorted([*sound, ("a" * 5000, b"x", plain)]))
    write(out / "setuid.lfz", [("A", b"x", 0o104755), *sound])
    whole = Path(archive).read_bytes()
    for i in range(64):  # cut at places of all sizes, the last byte among them
        (out / f"cut{i}.lfz").write_bytes(whole[:len(whole) * i // 64 if i else len(whole) - 1])
    (out / "twin.lfz").write_bytes(whole + whole)
    (out / "cut.lfz").write_bytes(whole[:len(whole) // 2])
    (out / "empty.lfz").write_bytes(b"")
    (out / "noise.lfz").write_bytes(bytes(range(256)) * 100)
    (out / "before.lfz").write_bytes(b"#!/bin/sh\n" + whole)
    (out / "damaged.lfz").write_bytes(whole[:200] + bytes([whole[200] ^ 255]) + whole[201:])
    end = whole.rfind(b"PK\5\6")
    lie = bytearray(whole)  # a member that claims to be small, and unpacks to more
    first = struct.unpack_from("<I", lie, end + 16)[0]
    for place in (22, first + 24):
        struct.pack_into("<I", lie, place, 10)
    (out / "lie.lfz").write_bytes(lie)


if __name__ == "__main__":
    main(*sys.argv[1:])
