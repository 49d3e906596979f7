"""certified_tables.py: tables with descriptions here: three classes that overlap; two in groups that a line parts."""

import random

rng = random.Random(3)
with open("three.csv", "w") as table:
    print("x,y,z,kind", file=table)
    for i in range(600):
        kind = i % 3
        x, y, z = rng.gauss(kind, 1), rng.gauss(kind % 2, 1), rng.gauss(0, 1)
        print(f"{x:.6f},{y:.6f},{z:.6f},{'abc'[kind]}", file=table)
with open("apart.csv", "w") as table:
    print("x,y,group,kind", file=table)
    for i in range(400):
        side, group = i % 2 * 2 - 1, i // 2 % 4
        x, y = side * (0.02 + abs(rng.gauss(0, 0.05))), rng.gauss(0, 0.1) * (group + 1)
        print(f"{x:.6f},{y:.6f},{group},{'ab'[i % 2]}", file=table)
for name, rest in (("three", "classes: [a, b, c]"), ("apart", "classes: [a, b]\ngroups: [group]")):
    with open(f"{name}.yaml", "w") as description:
        print(f"features: {name}.csv\nlabel: kind\n{rest}", file=description)
