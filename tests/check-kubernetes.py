"""Checks files by the schemas of Kubernetes: each document, strictly.

usage: check-kubernetes.py FOLDER FILE...     FOLDER has kubernetes_validate
"""

import sys

sys.path.insert(0, sys.argv[1])

# pylint: disable=wrong-import-position
import kubernetes_validate
import yaml

VERSION = "1.31"

for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        documents = list(yaml.safe_load_all(file))
    for document in documents:
        try:
            kubernetes_validate.validate(document, VERSION, strict=True)
        except kubernetes_validate.ValidationError as problem:
            raise SystemExit(f"error: {path}: {document.get('kind')}: {problem.message}") from None
    print(f"{path}: {len(documents)} documents are right")
