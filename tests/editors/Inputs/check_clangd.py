"""Opens files of a project in clangd, as an editor does.

usage: check_clangd.py CLANGD FOLDER FILE...

In each FILE clangd must report exactly what the file's comments say:

    // expect: TEXT         in this line, a diagnostic that contains TEXT

and answer what they ask about the place in the line above to which the caret
points; `definition` gives the text of the line that clangd finds, `completion`
the names that it offers.

    // ^ hover: TEXT
    // ^ definition: TEXT
    // ^ completion: NAME
"""

import pathlib
import re
import sys
import urllib.parse
import urllib.request

from language_server import LanguageServer


def line_at(location):
    path = urllib.request.url2pathname(urllib.parse.urlparse(location["uri"]).path)
    return pathlib.Path(path).read_text().splitlines()[location["range"]["start"]["line"]]


def answer(server, path, question, position):
    result = server.ask(question, path, position)
    if not result:
        return "nothing"
    if question == "hover":
        return result["contents"]["value"]
    if question == "definition":
        return "\n".join(line_at(location) for location in result)
    return "\n".join(item.get("insertText", item["label"]) for item in result["items"])


def check_diagnostics(path, found):
    wanted = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if match := re.search(r"// expect: (.*)", line):
            wanted[number] = match[1]
    for text in found:
        number = int(re.search(r":(\d+): ", text)[1])
        if number not in wanted or wanted.pop(number) not in text:
            yield f"unexpected: {text}"
    for number, text in wanted.items():
        yield f"{path.name}:{number}: no diagnostic '{text}'"


def check_questions(server, path):
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines):
        if match := re.match(r"( *// *)\^ (hover|definition|completion): (.*)", line):
            spaces, question, wanted = match.groups()
            got = answer(server, path, question, (number - 1, len(spaces)))
            known = got.splitlines() if question == "completion" else got
            if wanted not in known:
                yield f"{path.name}:{number}: {question}: no '{wanted}' in '{got[:300]}'"


def main():
    clangd, folder, *files = sys.argv[1:]
    folder = pathlib.Path(folder)
    problems = []
    command = [clangd, "--background-index=false", "--log=info", "-j=2"]
    with LanguageServer(command, folder, folder / "clangd.log") as server:
        for file in map(pathlib.Path, files):
            problems += check_diagnostics(file, server.open(file))
            problems += check_questions(server, file)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
