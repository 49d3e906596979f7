"""Recompute the hashes of a store's chain from the words of docs/store.md alone, and say the head."""

import hashlib
import sqlite3
import struct
import sys

NUMBERS = {"id", "run", "environment", "experiment"}
ROWS = {
    "run": [("runs", "id = ?", "id"), ("environments", "id = (SELECT environment FROM runs WHERE id = ?)", "id"),
            ("roles", "run = ?", "role"), ("metrics", "run = ?", "name"), ("measures", "run = ?", "name"),
            ("points", "run = ?", "point"), ("metric_values", "run = ?", "metric, point"),
            ("iterates", "run = ?", "run")],
    "experiment": [("experiments", "id = ?", "id"), ("plans", "experiment = ?", "position")],
    "replay": [("replays", "id = ?", "id")],
}
FIND = {"run": "SELECT id FROM runs WHERE key = ?",
        "experiment": "SELECT id FROM experiments WHERE name || ' ' || scale = ?",
        "replay": "SELECT id FROM replays WHERE id = ?"}


def sha256(texts):
    texts = (text if isinstance(text, bytes) else text.encode() for text in texts)
    return hashlib.sha256(b"".join(b"%d:%s," % (len(text), text) for text in texts)).hexdigest()


def value(x):
    if isinstance(x, int):
        return [f"i{x}"]
    if isinstance(x, float):
        return ["r" + struct.pack(">d", x).hex()]
    return ["t" if isinstance(x, str) else "b", x]


def content(db, kind, subject):
    row = db.execute(FIND[kind], (subject,)).fetchone()[0]
    texts = []
    for table, where, order in ROWS[kind]:
        found = db.execute(f"SELECT * FROM {table} WHERE {where} ORDER BY {order}", (row,))
        names = [column[0] for column in found.description]
        for cells in found:
            texts.append(table)
            for name, cell in zip(names, cells):
                if name not in NUMBERS and cell is not None:
                    texts += [name] + value(cell)
    return sha256(texts)


db = sqlite3.connect(sys.argv[1])
latest = {}
head = ""
for link, kind, subject, title, stated, previous, own in db.execute("SELECT * FROM chain ORDER BY link"):
    assert previous == head, f"link {link} does not follow"
    head = sha256([str(link), kind, subject, title, stated, previous])
    assert head == own, f"link {link} is another"
    latest[kind, subject] = stated
for (kind, subject), stated in latest.items():
    assert content(db, kind, subject) == stated, f"{kind} {subject} is another"
print(head)
