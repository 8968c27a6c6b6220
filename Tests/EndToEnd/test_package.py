#!/usr/bin/env python3
"""The Debian package and the container image, made of the program that was built, and looked at without installing them.

    Tests/EndToEnd/test_package.py .build/debug/takt

packaging/try-package installs and runs them; this takes seconds and needs no root. Skipped without dpkg-dev.
"""

import hashlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv[1]).resolve()
MOMENT = 1_790_000_000
ENVIRONMENT = {**os.environ, "TAKT": str(PROGRAM), "SOURCE_DATE_EPOCH": str(MOMENT), "LC_ALL": "C.UTF-8"}
# On every Debian system, or only for the package's own script.
NOT_LINKED = {"libc6", "libgcc-s1", "adduser"}


def run(*command, input=b""):
    return subprocess.run([str(word) for word in command], capture_output=True, env=ENVIRONMENT, input=input)


def page(name):
    return (ROOT / name).read_text()


def make(folder):
    return run(ROOT / "packaging" / "debian-package", "--with-runtime", "--fast", folder)


def check_same(folder):
    """Two packages at once; returns the first, with its list of parts."""
    folders = [folder / "one", folder / "two"]
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(make, folders))
    if not check("the package is made twice", all(done.returncode == 0 for done in made),
                 "\n".join(done.stderr.decode()[-500:] for done in made if done.returncode)):
        finish()
    names = sorted(path.name for path in folders[0].iterdir())
    same = [hashlib.sha256((folders[0] / name).read_bytes()).digest() == hashlib.sha256((folders[1] / name).read_bytes()).digest()
            for name in names]
    check("both have the same bytes", len(names) == 2 and all(same), names)
    return next(folders[0].glob("*.deb")), next(folders[0].glob("*.cdx.json"))


def check_metadata(package, version):
    fields = dict(line.split(": ", 1) for line in run("dpkg-deb", "-f", package).stdout.decode().splitlines() if ": " in line)
    check("the package's version is the program's", fields["Version"] == f"{version}-1", fields["Version"])
    depends = {name.split()[0] for name in fields["Depends"].split(", ")}
    rows = [line.split("|")[2].strip(" `") for line in page("docs/dependencies.md").splitlines()
            if line.startswith("|") and line.count("|") == 5 and "`" in line.split("|")[2]]
    check("it depends on the libraries that docs/dependencies.md names", depends - NOT_LINKED == set(rows),
          sorted(depends - NOT_LINKED ^ set(rows)))
    newest = re.search(r"^## (\S+)", page("CHANGELOG.md"), re.MULTILINE)
    check("the changelog begins with the program's version", newest and newest[1] == version, newest and newest[0])


def check_files(package, root):
    run("dpkg-deb", "-x", package, root)
    run("dpkg-deb", "-e", package, root / "DEBIAN")
    sections = run("readelf", "-SW", root / "usr/bin/takt").stdout.decode()
    check("its program has no section that differs in each compilation",
          ".text" in sections and ".swift_modhash" not in sections and "build-id" not in sections)
    segments = run("readelf", "-lW", root / "usr/bin/takt").stdout.decode()
    check("the program's addresses are made read-only once they are known", "GNU_RELRO" in segments)
    check("settings are marked as such", (root / "DEBIAN/conffiles").read_text() == "/etc/takt/takt.yml\n")
    copyright_text = (root / "usr/share/doc/takt/copyright").read_text()
    check("its licences begin with Takt's", copyright_text.startswith("Takt\nCopyright") and "Version 2.0, January 2004" in copyright_text)
    manual = run("zcat", root / "usr/share/man/man1/takt.1.gz").stdout.decode()
    described = json.loads(run(PROGRAM, "--experimental-dump-help").stdout)["command"]["subcommands"]
    shown = [command["commandName"] for command in described if command["shouldDisplay"] and command["commandName"] != "help"]
    missing = [name for name in shown if f".SS takt {name}".replace("-", "\\-") not in manual
               and f".SS takt {name} " not in manual]
    check(f"the manual has {len(shown)} commands", len(shown) > 10 and not missing, missing)
    if shutil.which("groff"):
        warnings = run("groff", "-man", "-ww", "-z", "-Tutf8", "-Kutf8", input=manual.encode()).stderr.decode()
        check("groff has nothing to say about it", not warnings, warnings[:300])
    scripts = [root / "DEBIAN" / name for name in ("postinst", "prerm", "postrm")]
    wrong = [path.name for path in scripts if run("sh", "-n", path).returncode]
    check("a shell reads its scripts", not wrong, wrong)
    for shell, path in [("bash", "bash-completion/completions/takt"), ("zsh", "zsh/vendor-completions/_takt"),
                        ("fish", "fish/vendor_completions.d/takt.fish")]:
        text = (root / "usr/share" / path).read_text()
        readable = shutil.which(shell) is None or run(shell, "-n", root / "usr/share" / path).returncode == 0
        check(f"{shell} completes commands", readable and all(name in text for name in shown))
    times = {int(path.lstat().st_mtime) for path in root.rglob("*") if path.is_file() and "DEBIAN" not in path.parts}
    check("all files have the time of the source", times == {MOMENT}, sorted(times)[:3])


def check_parts(path, version):
    """The list of parts is CycloneDX, as far as can be said without its schema, and is complete."""
    bom = json.loads(path.read_text())
    check("the list of parts names its format",
          (bom["bomFormat"], bom["specVersion"]) == ("CycloneDX", "1.5") and bom["serialNumber"].startswith("urn:uuid:"))
    component = bom["metadata"]["component"]
    check("and Takt with its version and licence", component["version"] == f"{version}-1" and "Apache-2.0" in str(component["licenses"]))
    references = [each["bom-ref"] for each in bom["components"]]
    check("each part is listed once", len(references) == len(set(references)) and bom["dependencies"][0]["dependsOn"] == references)
    unlicensed = [each["name"] for each in bom["components"] if not each.get("licenses") and each["name"] not in NOT_LINKED]
    check("with a licence", not unlicensed, unlicensed)
    pins = {pin["identity"]: pin["state"]["version"] for pin in json.loads(page("Package.resolved"))["pins"]}
    listed = {each["name"].lower(): each["version"] for each in bom["components"] if each["bom-ref"].startswith("pkg:swift/")}
    wrong = {name: version for name, version in listed.items() if pins.get(name) != version}
    check(f"{len(listed)} Swift packages have their resolved versions", len(listed) > 20 and not wrong, wrong)
    files = {inner["name"] for each in bom["components"] for inner in each.get("components", [])}
    vendor = {path.name for path in (ROOT / "Web" / "vendor").iterdir()}
    check("every third-party file of the app is listed", files == vendor, files ^ vendor)


def loaded(name):
    """A script of packaging as a module."""
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(ROOT / "packaging" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def check_image(folder):
    """An image of a small drawn root: its digests, owners and settings."""
    script = loaded("container-image")
    root = folder / "root"
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/takt").write_text("program")
    (root / "usr/bin/takt").chmod(0o775)
    (root / "bin").symlink_to("usr/bin")
    (root / script.DATA).mkdir(parents=True)
    content = script.layer(root, MOMENT)
    os.utime(root / "usr/bin/takt")
    check("a layer is the same whenever its files were written", script.layer(root, MOMENT) == content)
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        entries = {entry.name: entry for entry in archive}
    check("its files belong to root, its data to the server",
          (entries["usr/bin/takt"].uid, entries["usr/bin/takt"].mode) == (0, 0o755)
          and (entries[script.DATA].uid, entries[script.DATA].mode) == (script.USER, 0o700) and entries["bin"].issym())
    layout, index = script.image([(content, "Takt")], "amd64", "0.1.0", MOMENT)
    path = folder / "image.oci.tar"
    layout.write(path, index, MOMENT)
    with tarfile.open(path) as archive:
        blobs = {entry.name: archive.extractfile(entry).read() for entry in archive}
    wrong = [name for name, blob in blobs.items() if name.startswith("blobs/") and hashlib.sha256(blob).hexdigest() != name[13:]]
    check("each blob has its digest as its name", len(blobs) == 5 and not wrong, wrong or list(blobs))
    if shutil.which("skopeo"):
        seen = run("skopeo", "inspect", "--config", f"oci-archive:{path}:0.1.0")
        config = json.loads(seen.stdout or "{}").get("config", {})
        check("skopeo reads it", config.get("User") == f"{script.USER}:{script.USER}", seen.stderr.decode()[-300:])
    check("the image's user is not root", int(script.CONFIG["User"].split(":")[0]) > 0)
    compose = page("packaging/compose.yml")
    asked = " ".join(script.CONFIG["Healthcheck"]["Test"][1:])
    check("compose.yml has the image's health check, volume and port",
          f"test: {asked}\n" in compose and f":/{script.DATA}\n" in compose and f'"{script.PORT}"' in compose)


def main():
    if any(shutil.which(tool) is None for tool in ("dpkg-deb", "dpkg-shlibdeps")):
        print("skipped: the package (dpkg-dev is missing)")
        finish()
    version = run(PROGRAM, "--version").stdout.decode().strip()
    with tempfile.TemporaryDirectory(prefix="takt-package-") as name:
        folder = pathlib.Path(name)
        package, parts = check_same(folder)
        check_metadata(package, version)
        check_files(package, folder / "files")
        check_parts(parts, version)
        check_image(folder / "image")
    finish()


main()
