"""The second generator: programs as people write them in C++20 and GNU C."""
