// tasks: 0

/// Fails in the same way whatever compiles it.
int main() { return 1; }
