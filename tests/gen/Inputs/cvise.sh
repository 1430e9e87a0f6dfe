#!/bin/sh
# Stands in for cvise: says what the script thinks of the program as it is, and of
# the same program when nothing is wrong.
"$1" && echo "interesting"
STAND_IN= "$1" || echo "not interesting"
