"""Where a build has left the package's modules, and the options with which Swift's tools find them."""

import pathlib
import subprocess
import sys

HOME = pathlib.Path(__file__).resolve().parent.parent


def search_paths(configuration="release"):
    """The options with which the compiler and its tools find the package's modules."""
    shown = subprocess.run(
        ["swift", "build", "-c", configuration, "--show-bin-path"], cwd=HOME, capture_output=True, text=True, check=True)
    built = pathlib.Path(shown.stdout.strip())
    if not (built / "Modules" / "Tactus.swiftmodule").exists():
        option = "" if configuration == "debug" else f" -c {configuration}"
        sys.exit(f"{built}: no module Tactus; run `swift build{option}` before")
    options = ["-I", str(built / "Modules")]
    # of modules in C the headers, and the maps that the build has made where a module has none of its own
    for include in sorted(HOME.glob("Sources/*/C*/include")):
        made = built / f"{include.parent.name}.build" / "module.modulemap"
        own = include / "module.modulemap"
        if own.exists() or made.exists():
            options += ["-Xcc", f"-fmodule-map-file={own if own.exists() else made}"]
        options += ["-Xcc", "-I", "-Xcc", str(include)]
    return options
