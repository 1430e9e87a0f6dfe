#include "../../Inputs/support.h"

#ifdef __cplusplus
extern "C" {
#endif
extern long total;
/// Throws if \p fails. Returns 5.
long risk(int fails);
/// Call risk with what these bits say.
void plain(int fails);
void cleaned(int fails);
void block(int fails);
void cleaned_block(int fails);
void scope(int fails);
void loop(int fails);
void arguments(int fails);
#ifdef __cplusplus
}
#endif
