"""complete_sbom.py SBOM PYTHON: add licences that a package states by a file only. Fails if one has none at all."""

import json
import subprocess
import sys
from pathlib import Path

_FILES = """
import importlib.metadata, json
found = {}
for package in importlib.metadata.distributions():
    files = [file for file in package.files or () if "licenses/" in str(file) or file.name.upper().startswith("LICEN")]
    found[package.name] = [file.locate().read_text(errors="replace") for file in files]
print(json.dumps(found))
"""
_MIT = "Permission is hereby granted, free of charge, to any person obtaining a"


def _name(text: str) -> str:
    return "MIT" if _MIT in text else text.strip().split("\n", 1)[0].strip()


def main() -> None:
    """Complete the list in place."""
    path, python = Path(sys.argv[1]), sys.argv[2]
    texts = json.loads(subprocess.run([python, "-c", _FILES], capture_output=True, check=True).stdout)
    bom = json.loads(path.read_text(encoding="utf-8"))
    for component in bom["components"]:
        if not component.get("licenses"):
            component["licenses"] = [
                {"license": {("id" if _MIT in text else "name"): _name(text), "text": {"content": text}}}
                for text in texts.get(component["name"], [])
            ]
        if not component["licenses"]:
            sys.exit(f"{component['name']} states no licence")
    path.write_text(json.dumps(bom, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"wrote {path}: {len(bom['components'])} packages, each with its licence\n")


if __name__ == "__main__":
    main()
