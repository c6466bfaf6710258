# SPDX-License-Identifier: MIT
"""Every block of Python in docs/python.md runs, in order, and prints what the text says.

A block of plain text right behind a block of Python is what that block prints. Blocks that begin
with a comment `# needs NAME` are left out where that module is not installed.
"""
import contextlib
import doctest
import importlib.util
import io
import os
import re
from pathlib import Path

import pytest

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def document(name):
    """A document of the sources that the tests are run from."""
    for folder in Path(__file__).resolve().parents:
        if (folder / "docs" / "python.md").exists():
            return folder / name
    pytest.skip("the documents are not beside the tests")


def snippets(text):
    """Code, what it has to print (None: nothing was said) and the line where it stands."""
    blocks = list(BLOCK.finditer(text))
    for k, block in enumerate(blocks):
        if block[1] != "python":
            continue
        after = blocks[k + 1] if k + 1 < len(blocks) else None
        adjacent = after is not None and text[block.end(): after.start()].strip() == ""
        expected = after[2] if adjacent and after[1] == "" else None
        yield block[2], expected, text.count("\n", 0, block.start()) + 2


def is_missing(code):
    needs = re.match(r"# needs (\w+)", code)
    return needs is not None and importlib.util.find_spec(needs[1]) is None


def test_snippets_run_and_print_what_is_said(tmp_path, monkeypatch):
    path = document("docs/python.md")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    same = doctest.OutputChecker().check_output
    space = {"__name__": "__main__"}
    ran = 0
    for code, expected, number in snippets(path.read_text(encoding="utf-8")):
        if is_missing(code):
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            # Padding makes tracebacks name the line of the manual.
            exec(compile("\n" * (number - 1) + code, os.fspath(path), "exec"), space)
        ran += 1
        if expected is not None:
            assert same(expected, printed.getvalue(), doctest.ELLIPSIS), (
                f"{path}:{number}: it prints\n{printed.getvalue()}and the text says\n{expected}")
        else:
            assert printed.getvalue() == "", f"{path}:{number}: its output is not in the text"
    assert ran >= 15


def test_the_snippet_of_the_readme(capsys):
    text = document("README.md").read_text(encoding="utf-8")
    code, = (code for code, _, _ in snippets(text) if "import nes" in code)
    exec(code, {})
    assert capsys.readouterr().out.endswith("converged\n")


def test_a_wrong_output_is_noticed():
    found = list(snippets("```python\nprint(1)\n```\n```\n2\n```\n\n```python\npass\n```\ntext\n"))
    assert [(code, expected) for code, expected, _ in found] == [
        ("print(1)\n", "2\n"), ("pass\n", None)]
    assert [number for _, _, number in found] == [2, 9]
