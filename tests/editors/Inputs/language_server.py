"""A client of the language server protocol (LSP 3.17), for one clangd."""

import json
import pathlib
import queue
import subprocess
import threading

# Seconds to wait for one message: clangd has to parse the file first.
TIMEOUT = 120


class LanguageServer:
    """A clangd that runs in `folder`. Use it in a with statement; it ends with
    that. Positions are pairs (line, column), counted from 0."""

    def __init__(self, command, folder, log):
        self.messages = queue.Queue()
        self.diagnostics = {}
        self.last_id = 0
        self.log = open(log, "w", encoding="utf-8")
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log
        )
        threading.Thread(target=self._read, daemon=True).start()
        self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": pathlib.Path(folder).resolve().as_uri(),
                "capabilities": {
                    "textDocument": {"publishDiagnostics": {"relatedInformation": True}}
                },
            },
        )
        self.notify("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self.process.wait(TIMEOUT)
        finally:
            self.process.kill()
            self.log.close()

    def _read(self):
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline().strip()) != b"":
                name, value = line.split(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                return
            self.messages.put(json.loads(stream.read(length)))

    def _send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def _next(self):
        message = self.messages.get(timeout=TIMEOUT)
        if message.get("method") == "textDocument/publishDiagnostics":
            parameters = message["params"]
            self.diagnostics[parameters["uri"]] = parameters["diagnostics"]
        return message

    def notify(self, method, parameters):
        self._send({"method": method, "params": parameters})

    def request(self, method, parameters):
        """Returns the result of a request."""
        self.last_id += 1
        self._send({"id": self.last_id, "method": method, "params": parameters})
        while True:
            message = self._next()
            if message.get("id") == self.last_id and "method" not in message:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    def open(self, path):
        """Opens a file and returns its diagnostics, as text."""
        path = pathlib.Path(path).resolve()
        uri = path.as_uri()
        language = "c" if path.suffix == ".c" else "cpp"
        self.diagnostics.pop(uri, None)
        self.notify(
            "textDocument/didOpen",
            {
                "textDocument": {
                    "uri": uri,
                    "languageId": language,
                    "version": 1,
                    "text": path.read_text(),
                }
            },
        )
        while uri not in self.diagnostics:
            self._next()
        return [
            f"{path.name}:{d['range']['start']['line'] + 1}: {d['message']} [{d.get('code')}]"
            for d in self.diagnostics[uri]
        ]

    def ask(self, method, path, position):
        """Returns the result of a request about a place in an open file."""
        line, column = position
        return self.request(
            "textDocument/" + method,
            {
                "textDocument": {"uri": pathlib.Path(path).resolve().as_uri()},
                "position": {"line": line, "character": column},
            },
        )
