"""Prints the page's part of a result of table.py: table_page.py FOLDER FILE."""

import json
import sys

sys.path.insert(0, sys.argv[1])
import table_page

with open(sys.argv[2], encoding="utf-8") as file:
    print(table_page.markdown(json.load(file)))
