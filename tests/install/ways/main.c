#include "total.h"

#include <stdio.h>

int main(void) {
  printf("%ld\n", total(1000));
  return 0;
}
