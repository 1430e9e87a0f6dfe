/* A library with a serial C interface, whose inside is parallel. */
#ifndef TOTAL_H
#define TOTAL_H
#ifdef __cplusplus
extern "C" {
#endif
/* The sum of the squares of 1 to n. */
long total(long n);
#ifdef __cplusplus
}
#endif
#endif
