"""What programs of this generator consist of, and how it looks in their texts."""

import re

COMMON = {}
CXX = {}
C = {}


def constructs(is_cxx):
    """Returns a pattern for each construct of a language by its name."""
    return {**COMMON, **(CXX if is_cxx else C)}


def missing(texts, is_cxx):
    """Returns the names of the constructs that none of the texts has."""
    return [
        name
        for name, pattern in constructs(is_cxx).items()
        if not any(re.search(pattern, text, re.MULTILINE) for text in texts)
    ]
