"""What the pages name, compared with what there is: words of the app, links, kinds of problems, figures.

    from handbook_words import broken_links, missing_columns, missing_kinds, stale_rules, unknown_options, unknown_words
"""

import html
import json
import re
import signal
import subprocess
import time
import urllib.request

from checks import free_port, server_log

# What phones and browsers say, and what is quoted otherwise.
THEIRS = {"Add to Home Screen", "Install app", "Add to Home screen", "Add to Dock", "File", "Add", "always"}
READY_SECONDS = 90


def unknown_words(root, page):
    """The quoted words of a page that no screen of the app has in English."""
    texts = []
    for path in sorted((root / "Web" / "app" / "messages").glob("*.js")):
        if path.stem in ("en", "first") or path.stem.endswith("-en"):
            texts += re.findall(r'"((?:[^"\\]|\\.)*)"', path.read_text())
    # Without settings of its look, the app is called Takt.
    texts = [re.sub(r"\{\w+\}", "\0", text.replace("{app}", "Takt").replace("’", "'")) for text in texts]
    unknown = []
    for quote in re.findall(r"“([^”]+)”", page.read_text()):
        plain = " ".join(quote.replace("’", "'").split())
        # What stands for a time, a name or the like is a value in the app's text.
        pattern = re.escape(plain).replace("…", ".*")
        pattern = re.sub(r"Overland|OwnTracks", lambda name: f"({name[0]}|\0)", pattern)
        if plain not in THEIRS and not any(
                re.fullmatch(pattern, text) or plain.endswith(".") and text.startswith(plain) for text in texts):
            unknown.append(plain)
    return unknown


def commands(program):
    """The options of each command with its subcommands, as in `admin study list`, by its name."""
    def named(command, path):
        options = {("--" if len(name["name"]) > 1 else "-") + name["name"]
                   for argument in command.get("arguments", []) for name in argument.get("names", [])}
        found = {path: options}
        for each in command.get("subcommands", []):
            found |= named(each, f"{path} {each['commandName']}".strip())
        return found
    printed = subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, timeout=60, check=True).stdout
    return named(json.loads(printed)["command"], "")


def unknown_options(root, known):
    """The commands that pages name with a subcommand or an option that the program does not have."""
    unknown = []
    for page in [root / "README.md", *(root / "docs").glob("*.md"), *(root / "docs" / "handbook").glob("*.md")]:
        # An escaped line goes on.
        text = page.read_text().replace("\\\n", " ")
        named = [word for word in re.findall(r"`takt ([a-z][\w-]*)", text) if word not in known]
        for line in re.findall(r"\btakt (?!takt )([a-z][^`\n|;&)]*)", text):
            words = line.split("#")[0].split()
            path = words.pop(0) if words[0] in known else ""
            while path and words and f"{path} {words[0]}" in known:
                path += f" {words.pop(0)}"
            is_group = any(name.startswith(f"{path} ") for name in known)
            if path and is_group and words and re.match(r"[a-z]", words[0]):
                named.append(f"{path} {words[0]}")
            options = [word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)]
            named += [f"{path} {word}" for word in options if path and word not in known[path]]
        unknown += [f"{page.relative_to(root)}: takt {name}" for name in named]
    return unknown


def heading_name(text):
    """The anchor that a heading has, as the forges make it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).lower().replace("`", "")
    return re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")


def prose(page):
    """A page's lines outside of fences, without code spans."""
    fenced = False
    for line in page.read_text().splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield re.sub(r"`[^`]*`", "", line) if not line.startswith("#") else line


def broken_links(root):
    """The links and pictures of all pages that lead to no file, or to no heading of a page."""
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "Benchmarks").glob("*.md")]
    names = {page.resolve(): {heading_name(line.lstrip("# ")) for line in prose(page) if re.match(r"#+ ", line)}
             for page in pages}
    broken = []
    for page in pages:
        text = "\n".join(prose(page))
        targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'<img src="([^"]+)"', text)
        for target in map(html.unescape, targets):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            there = (page.parent / path).resolve() if path else page.resolve()
            if not there.exists() or (anchor and there in names and anchor not in names[there]):
                broken.append(f"{page.relative_to(root)}: {target}")
    return broken


def missing_kinds(root):
    """The kinds of problems that only the sources or only docs/errors.md has."""
    kinds = set()
    for path in (root / "Sources").rglob("*.swift"):
        text = path.read_text()
        # A problem is made with its status and its kind.
        kinds |= set(re.findall(r'(?:\.\w+|\bstatus),\s*kind: "([a-z-]+)"', text))
        if re.search(r"enum (Planning|Trip)Problem\b", text):
            code = re.search(r"var code: String \{(.*?)\n    \}", text, re.DOTALL)
            kinds |= set(re.findall(r'case \.\w+: "([a-z-]+)"', code[1]))
    page = (root / "docs" / "errors.md").read_text()
    listed = set(re.findall(r"^\| `([a-z-]+)` \| (?:\d|any)", page, re.MULTILINE))
    return sorted(f"{kind} is not in docs/errors.md" for kind in kinds - listed) + sorted(
        f"{kind} is in docs/errors.md alone" for kind in listed - kinds)


def missing_columns(root):
    """The columns of research tables that the researchers' handbook does not have."""
    sources = (root / "Sources" / "Diary" / "Diary" / "Timeline" / "Research").glob("*.swift")
    columns = {name for path in sources for name in re.findall(r'\bColumn\(\s*"(\w+)"', path.read_text())}
    page = (root / "docs" / "handbook" / "researchers.md").read_text()
    groups = {name for header in re.findall(r"^\w+(?:,\w+)+$", page, re.MULTILINE) for name in header.split(",")}
    return sorted(columns - groups - set(re.findall(r"`(\w+)`", page))) if columns else ["no column was found in the sources"]


def stale_rules(root, program):
    """Figures that the alert rules or docs/metrics.md name and a server does not have, and rules that the handbook omits."""
    rules = (root / "packaging" / "prometheus-alerts.yml").read_text()
    page = (root / "docs" / "metrics.md").read_text()
    handbook = (root / "docs" / "handbook" / "operators.md").read_text()
    figures = set(re.findall(r"^# TYPE (\w+) ", metrics(program), re.MULTILINE))
    problems = [f"{name} in the rules" for name in set(re.findall(r"\b(?:takt|process)_\w+", rules))
                if name.removesuffix("_bucket") not in figures]
    named = set()
    for row in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE):
        # "`takt_a_total`, `_b_total`" is short for takt_a_b_total: what the first one begins with, and the ending.
        spans = re.findall(r"`(\w+)`", row)
        starts = [name for name in figures if name.startswith("_".join(spans[0].split("_")[:2]))]
        for span in spans:
            named |= {name for name in starts if name.endswith(span)} if span.startswith("_") else {span}
    problems += [f"{name} on the page of metrics" for name in named - figures]
    problems += [f"{name} is not on the page of metrics" for name in figures - named]
    alerts = re.findall(r"- alert: (\w+)", rules)
    return problems + [f"{name} is not in the handbook" for name in alerts if name not in handbook]


def metrics(program):
    """What a demo says on /metrics."""
    port = free_port()
    with server_log() as log:
        process = subprocess.Popen([program, "demo", "--port", str(port)], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            end = time.monotonic() + READY_SECONDS
            while process.poll() is None and time.monotonic() < end:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=10).close()
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
                        return answer.read().decode()
                except OSError:
                    time.sleep(0.2)
            return ""
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)
