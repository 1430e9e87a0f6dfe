// Kaleidoscope: `spawn`, `sync` and `parfor`.

#ifndef KALEIDOSCOPE_PARALLEL_H
#define KALEIDOSCOPE_PARALLEL_H

#include "../plain/Session.h"

#include <tussah/pass.h>

namespace kaleidoscope {

/// The parallel language, lowered as \p Options say. It adds three expressions
/// of value 0:
///
///   spawn e           evaluates e at the same time as what follows, until the
///                     next sync. Variables that e assigns to are shared, all
///                     others have the values of now. An operator of
///                     precedence 1 ends e
///   sync              waits for what the function, or the spawned expression
///                     that it is in, has spawned. Functions do so too before
///                     they return
///   parfor i = first, end, step in e
///                     evaluates e for each i from first to less than end, in
///                     any order, and waits. The step is 1 if it is left out;
///                     with a negative one, to more than end
Language parallelLanguage(const tussah::PipelineOptions &Options);

} // namespace kaleidoscope

#endif
