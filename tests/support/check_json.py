"""Hold JSON, one value a line, to a schema of docs/schemas. Usage: check_json.py SCHEMA[#/$defs/NAME] [--none].

Exits with 1 and one line for the first value that does not fit; with --none, for the first that does.
"""

import json
import sys

import jsonschema


def main():
    path, _, part = sys.argv[1].partition("#")
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    if part:
        schema = {"$defs": schema["$defs"], "$ref": "#" + part}
    lines = 0
    for lines, line in enumerate(sys.stdin, 1):
        error = next(jsonschema.Draft202012Validator(schema).iter_errors(json.loads(line)), None)
        if error and "--none" not in sys.argv:
            sys.exit(f"value {lines}: {error.json_path}: {error.message[:200]}")
        if not error and "--none" in sys.argv:
            sys.exit(f"value {lines} fits")
    if lines == 0:
        sys.exit("no value")


if __name__ == "__main__":
    main()
