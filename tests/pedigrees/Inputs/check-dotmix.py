#!/usr/bin/env python3
"""Computes what dotmix.cpp printed once more, from the definition.

For each strand there is a line with its pedigree, and then a number of each of
five generators and three of a buffer.
"""

import re
import sys

MASK = (1 << 64) - 1
PRIME = (1 << 64) - 59
DEFAULT_SEED = 0x8C679C168E6BF733
SEED = 0x123456789ABCDEF
TABLE_LENGTH = 1024
NUMBERS = 8


def mix(x, rounds):
    for _ in range(rounds):
        x = x * (2 * x + 1) & MASK
        x = (x >> 32 | x << 32) & MASK
    return x


def compress(terms, seed, is_prime, rounds, more=None):
    """The dot product of the terms, with offset, and with one more term."""
    modulus = PRIME if is_prime else MASK + 1
    entry = lambda k: mix((seed + k) & MASK, rounds) % modulus
    total = sum((term + 1) * entry(k) for k, term in enumerate(terms)) % modulus
    total += entry(TABLE_LENGTH)
    if more is not None:
        total += (more + 1) * entry(len(terms)) % modulus
    return mix(total & MASK, rounds)


def expected(pedigree):
    """What a strand gets that begins with the pedigree, the root's term first."""
    generators = (
        (DEFAULT_SEED, False, False, 4),
        (SEED, False, True, 4),
        (SEED, True, False, 4),
        (SEED, True, True, 4),
        (SEED, False, False, 2),
    )
    *others, rank = pedigree
    for number, (seed, is_forward, is_prime, rounds) in enumerate(generators):
        terms = [*others, rank + number]
        yield compress(terms if is_forward else terms[::-1], seed, is_prime, rounds)
    terms = [*others, rank + len(generators)][::-1]
    for k in range(3):
        yield compress(terms, SEED, True, 4, k)


def main():
    lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
    strands = 0
    for number, line in enumerate(lines):
        match = re.fullmatch(r"draws \[(.*)\]", line)
        if not match:
            continue
        strands += 1
        pedigree = [int(term) for term in match[1].split(", ")]
        found = lines[number + 1 : number + 1 + NUMBERS]
        wanted = [f"{value:016x}" for value in expected(pedigree)]
        if found != wanted:
            sys.exit(f"check-dotmix.py: {pedigree}: {found} should be {wanted}")
    if strands != 40 or lines[0] != "comparisons ok" or lines[-1] != "scopes ok":
        sys.exit(f"check-dotmix.py: {strands} strands; {lines[0]}; {lines[-1]}")


if __name__ == "__main__":
    main()
