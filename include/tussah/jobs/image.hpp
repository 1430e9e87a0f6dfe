//===- tussah/jobs/image.hpp - Addresses of code in messages ----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_JOBS_IMAGE_HPP
#define TUSSAH_INCLUDE_TUSSAH_JOBS_IMAGE_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace tussah::jobs {

/// A number for an address in the program or one of its shared libraries that
/// means the same in every process that has loaded the same images in the same
/// order, wherever they are. Throws error::malformed_message for other
/// addresses. Takes time that grows with the number of images.
std::uint64_t codeReference(const void *address);

/// The address for a number; throws error::malformed_message if there is none.
const void *codeAddress(std::uint64_t reference);

/// An image that is loaded: its name without folders, and a number for its
/// build identity or, without one, for the code and constants in it.
struct ImageIdentity {
  std::string Name;
  std::uint64_t Contents = 0;
};

/// All images that are loaded, in order. From now on codeReference throws
/// error::malformed_message for code in those that are loaded later: other
/// processes may have them in another order. Reads all code of images without a
/// build identity, at the speed of memory.
std::vector<ImageIdentity> identifyImages();

/// What the program's table of symbols calls a function, if it is in there.
std::string functionName(const void *address);

} // namespace tussah::jobs

#endif // TUSSAH_INCLUDE_TUSSAH_JOBS_IMAGE_HPP
