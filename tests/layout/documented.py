# ctest: "layout: documented" ${source}
"""Every public symbol has a comment, with units and lifetimes where its type does
not state them: usage, documented.py ROOT [--list].

Public is what users name: macros SPL_NAME, and what the namespaces of headers
for users declare, with the public members of classes. One comment is enough for
declarations that stand together, without an empty line between them. A `double`
needs a unit or a range in its comment, and a pointer or a reference that is
returned needs the lifetime of what it refers to. --list prints the symbols, each
with its place. clang++ reads the headers.
"""

import dataclasses
import json
import pathlib
import re
import subprocess
import sys

import tree

HEADERS = ("spl/workload.hpp", "spl/setting.hpp", "spl/experiment.hpp")

# Headers with macros for users; others define what these expand to.
MACROS = (*tree.PUBLIC.values(), "spl/expects.hpp",
          "spl/workload/registration.hpp")

# Parts of these namespaces are no user's concern: they are named by macros and
# by SPL's own classes.
INTERNAL = {"composed": (), "workload": ("spl/workload/worker.hpp",)}

# What a comment has to state about a type: a number that is no time, count or
# text, and what a caller gets without owning it.
REQUIRED = (
    (re.compile(r"\bdouble\b"),
     re.compile(r"\d|\bfrom\b.*\bto\b|\b(unit|seconds|percent|fraction|bytes)",
                re.I),
     "a unit or a range"),
    (re.compile(r"^[^(]*[*&]"),
     re.compile(r"\b(outlive|valid|owns?|lives|as long as|itself)", re.I),
     "how long what it returns is valid"),
)

KINDS = {
    "ClassTemplateDecl", "CXXConstructorDecl", "CXXConversionDecl",
    "CXXMethodDecl", "CXXRecordDecl", "EnumConstantDecl", "EnumDecl",
    "FieldDecl", "FunctionDecl", "FunctionTemplateDecl", "TypeAliasDecl",
    "VarDecl",
}


@dataclasses.dataclass(frozen=True)
class Symbol:
    path: str  # Relative to the root.
    line: int  # Of its first line, from 1.
    end: int  # Of its last line.
    name: str
    comment: str  # Empty if there is none.
    type: str  # Of a function or variable.


def texts(node):
    """The texts of a comment, in order."""
    if node["kind"] == "TextComment":
        yield node["text"]
    for one in node.get("inner", []):
        yield from texts(one)


class Reader:
    """Reads what clang prints of its syntax tree, in the order in which it does
    so: files and lines are left out where they are those of the last place."""

    def __init__(self, root):
        self.root = root
        self.file = ""
        self.line = 0

    def place(self, loc):
        loc = loc.get("expansionLoc", loc)
        self.file = loc.get("file", self.file)
        self.line = loc.get("line", self.line)
        return self.line

    def locate(self, node):
        """The first and last line of a node."""
        for loc in ("spellingLoc", "expansionLoc"):
            self.place(node.get("loc", {}).get(loc, {}))
        self.place(node.get("loc", {}))
        extent = node.get("range", {})
        begin = self.place(extent.get("begin", {}))
        file = self.file
        return file, begin, self.place(extent.get("end", {}))

    def symbols(self, node, scope="", is_public=True):
        """Those of a node and of what is in it."""
        kind = node.get("kind")
        file, begin, end = self.locate(node)
        inner = node.get("inner", [])
        name = scope + node.get("name", "")
        path = pathlib.Path(file)
        is_ours = path.is_relative_to(self.root)
        path = path.relative_to(self.root).as_posix() if is_ours else ""
        if kind == "NamespaceDecl":
            is_public = is_public and path in INTERNAL.get(
                node.get("name"), (path,))
        elif (kind in KINDS and is_public and is_ours
              and not node.get("isImplicit")
              and "explicitlyDefaulted" not in node
              and "explicitlyDeleted" not in node
              and "previousDecl" not in node):
            comment = " ".join(
                text for one in inner if one["kind"] == "FullComment"
                for text in texts(one))
            if kind != "CXXRecordDecl" or "completeDefinition" in node:
                yield Symbol(path, begin, end, name, comment,
                             node.get("type", {}).get("qualType", ""))
        is_class = kind == "CXXRecordDecl"
        is_scope = is_class or kind in ("NamespaceDecl", "EnumDecl")
        seen = is_public and is_scope
        if is_class:
            seen = seen and node.get("tagUsed") != "class"
        for one in inner:
            if one.get("kind") == "AccessSpecDecl":
                seen = is_public and one["access"] == "public"
            if kind == "ClassTemplateDecl" and one.get("kind") == "CXXRecordDecl":
                # The template has the comment and the name.
                found = list(self.symbols(one, scope, is_public))
                yield from found[1:] if is_public and found else ()
                is_public = False  # What follows are its instances.
            else:
                yield from self.symbols(one, name + "::", seen)


def declared(root):
    """The symbols that headers declare, each once."""
    done = subprocess.run(
        ["clang++", "-std=c++17", f"-I{root}", f"-I{root}/integrations/client",
         "-fsyntax-only", "-fparse-all-comments", "-x", "c++", "-",
         "-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter=spl"],
        input="".join(f"#include <{one}>\n" for one in HEADERS), check=True,
        stdout=subprocess.PIPE, text=True)
    text = done.stdout
    reader = Reader(root)
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        node, at = decoder.raw_decode(text, at)
        if node.get("kind") == "NamespaceDecl":
            yield from reader.symbols(node)
        else:
            list(reader.symbols(node))
        at = text.find("{", at)


def macros(root):
    """The macros that are for users."""
    for path in MACROS:
        lines = (root / path).read_text(encoding="utf-8").split("\n")
        for number, line in enumerate(lines, 1):
            found = re.match(r"#define (SPL_\w+)", line)
            if not found or re.match("SPL_(INTERNAL|WORKLOAD)_", found[1]):
                continue
            end = number
            while lines[end - 1].endswith("\\"):
                end += 1
            before = lines[number - 2].lstrip()
            comment = before if before.startswith("//") else ""
            yield Symbol(path, number, end, found[1], comment, "")


def public_symbols(root):
    """All of them; a comment counts for those that follow without an empty
    line."""
    documented = {}  # Comments, by paths and the last lines of what has them.
    for one in [*declared(root), *macros(root)]:
        if not one.comment:
            shared = documented.get((one.path, one.line - 1), "")
            one = dataclasses.replace(one, comment=shared)
        if one.comment:
            documented[one.path, one.end] = one.comment
        yield one


def check(root):
    for one in public_symbols(root):
        if not one.comment:
            yield f"{one.path}:{one.line}: {one.name} has no comment"
        for type_, stated, what in REQUIRED:
            if type_.search(one.type) and not stated.search(one.comment):
                yield f"{one.path}:{one.line}: {one.name} does not state {what}"


if __name__ == "__main__":
    if "--list" in sys.argv:
        for symbol in public_symbols(pathlib.Path(sys.argv[1]).resolve()):
            print(f"{symbol.path}:{symbol.line}: {symbol.name}")
    else:
        sys.exit(tree.run(check))
