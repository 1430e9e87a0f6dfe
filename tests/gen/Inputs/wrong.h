#include <stdio.h>

__attribute__((constructor)) static void wrong(void) { puts("wrong"); }
