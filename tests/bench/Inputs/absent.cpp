#include <absent.h>

int main() {}
