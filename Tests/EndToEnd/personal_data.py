"""The personal data of the checks, and whether a server wrote any of it to its log.

If TAKT_TEST_LOGS names a folder, every script keeps its servers' logs there (`checks.server_log`) and notes the
personal values that it sent and received: tokens, codes, secrets, addresses, places. At the end, `Tests/EndToEnd/run`
searches the logs for all of them, and for similar values. Findings are reported by kind and position, never with the
value.

    Tests/EndToEnd/personal_data.py FOLDER     searches the logs of such a folder
"""

import base64
import contextlib
import http.client
import json
import pathlib
import re
import sys
import urllib.parse

# The keys of personal values, and the kinds of the values.
KINDS = {
    "token": "token", "researcherToken": "token", "password": "token", "secret": "secret", "code": "code", "topic": "ntfy topic",
    "endpoint": "push endpoint", "auth": "push key", "p256dh": "push key",
    "address": "address of a channel", "url": "address of a channel", "link": "link", "setup": "link",
    "participant": "id", "rider": "id",
}
PLACES = {"latitude", "longitude", "lat", "lon", "coordinates"}
# Only these paths have personal values; stops and vehicles are public.
PERSONAL_PATHS = ("/rider", "/diary", "/operator/studies", "/overland", "/pub")
# Answers with one of these keys contain personal values.
TELLING = {"token", "code", "researcherToken", "participant", "secret", "topic"}
LARGEST_BODY = 1_000_000
SHORTEST = 6

NUMBER = re.compile(r"(?<![\w.])-?\d{1,3}\.\d{4,}")
WORD = re.compile(r"[\w+/=~-]{6,}")
# Patterns of personal values that no script noted.
LOOKS = [
    ("coordinates", re.compile(r"(?<![\w.])-?\d{1,2}\.\d{3,}\W{1,3}-?\d{1,3}\.\d{3,}(?!\w)")),
    ("e-mail address", re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)*\.[A-Za-z]\w+")),
    ("token", re.compile(r"\b(Bearer|Basic) \S")),
    ("query", re.compile(r"/\S*\?\w+=")),
    ("push endpoint", re.compile(r"https?://\S*/(push|send|wpush|ntfy)/\S")),
]


class Notes:
    """Personal values with their kinds."""

    def __init__(self):
        self.kinds = {}

    def add(self, kind, value):
        if isinstance(value, str) and len(value) >= SHORTEST:
            self.kinds[value] = kind

    def add_place(self, value):
        """Adds a coordinate, cut after four decimals."""
        if isinstance(value, list):
            for each in value:
                self.add_place(each)
        elif isinstance(value, (int, float, str)) and (found := NUMBER.match(str(value))):
            self.kinds[cut(found[0])] = "coordinates"

    def add_body(self, value):
        if isinstance(value, list):
            for each in value:
                self.add_body(each)
        elif isinstance(value, dict):
            for key, each in value.items():
                if key in PLACES:
                    self.add_place(each)
                elif key in KINDS and isinstance(each, str):
                    self.add(KINDS[key], each)
                else:
                    self.add_body(each)

    def add_address(self, address):
        for key, value in urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query):
            self.add_place(value)
            if key in ("token", "code"):
                self.add(KINDS[key], value)

    def add_credential(self, field):
        scheme, _, rest = (field or "").partition(" ")
        if scheme == "Bearer":
            self.add("token", rest)
        elif scheme == "Basic":
            with contextlib.suppress(ValueError):
                self.add("token", base64.b64decode(rest).decode().partition(":")[2])

    def add_request(self, address, body, field):
        self.add_address(address)
        self.add_credential(field)
        if is_personal(address) and body and len(body) < LARGEST_BODY:
            with contextlib.suppress(ValueError):
                self.add_body(json.loads(body))

    def save(self, path):
        if self.kinds:
            path.write_text(json.dumps(self.kinds), encoding="utf-8")


def is_personal(address):
    path = urllib.parse.urlsplit(address).path
    return any(part in path for part in PERSONAL_PATHS)


def cut(number):
    whole, _, decimals = number.partition(".")
    return f"{whole}.{decimals[:4]}"


def listen(notes):
    """Notes what this process sends to servers and receives from them, by http.client or by Playwright's browsers."""
    request, read = http.client.HTTPConnection.request, http.client.HTTPResponse.read

    def noting_request(self, method, url, body=None, headers={}, **options):  # noqa: B006 - as the standard library has it
        fields = {name.lower(): value for name, value in headers.items()}
        notes.add_request(url, body if isinstance(body, (bytes, str)) else None, fields.get("authorization"))
        return request(self, method, url, body, headers, **options)

    def noting_read(self, amount=None):
        data = read(self, amount)
        if amount is None and data[:1] in (b"{", b"[") and len(data) < LARGEST_BODY:
            with contextlib.suppress(ValueError):
                answer = json.loads(data)
                # An answer does not know its request.
                if isinstance(answer, dict) and TELLING & answer.keys():
                    notes.add_body(answer)
        return data

    http.client.HTTPConnection.request = noting_request
    http.client.HTTPResponse.read = noting_read
    with contextlib.suppress(ImportError):
        from playwright.sync_api import Browser
        new_context = Browser.new_context

        def noting_context(self, **options):
            context = new_context(self, **options)
            context.on("request", lambda asked: notes.add_request(
                asked.url, asked.post_data if is_personal(asked.url) else None, asked.headers.get("authorization")))
            return context

        Browser.new_context = noting_context


class Search:
    """Searches lines for noted values and for the patterns."""

    def __init__(self, kinds):
        self.numbers = {value for value, kind in kinds.items() if kind == "coordinates"}
        self.words = {value: kind for value, kind in kinds.items() if kind != "coordinates" and WORD.fullmatch(value)}
        self.phrases = {value: kind for value, kind in kinds.items()
                        if kind != "coordinates" and value not in self.words}

    def kinds_in(self, line):
        found = {self.words[word] for word in WORD.findall(line) if word in self.words}
        found |= {kind for phrase, kind in self.phrases.items() if phrase in line}
        if any(cut(number) in self.numbers for number in NUMBER.findall(line)):
            found.add("coordinates")
        return found | {kind for kind, look in LOOKS if look.search(line)}

    def file(self, path):
        """The findings in a log: `name, line 3: token`."""
        with open(path, encoding="utf-8", errors="replace") as lines:
            return [f"{path.name}, line {number}: {', '.join(sorted(kinds))}"
                    for number, line in enumerate(lines, 1) if (kinds := self.kinds_in(line))]


def noted(folder):
    kinds = {}
    for path in sorted(folder.glob("*.noted")):
        kinds.update(json.loads(path.read_text(encoding="utf-8")))
    return kinds


def main():
    folder = pathlib.Path(sys.argv[1])
    search = Search(noted(folder))
    found = [hit for path in sorted(folder.glob("*.log")) for hit in search.file(path)]
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
