// Blocks of 32 bytes, for any number of threads.
#include <cilk/cilksan.h>
#include <cstdlib>
#include <mutex>

class Pool {
  struct Block {
    Block *next;
  };
  std::mutex mutex;
  Block *free = nullptr;
  static constexpr size_t size = 32;

  void *allocateBlock() {
    std::lock_guard<std::mutex> lock(mutex);
    Block *block = free;
    if (!block)
      return std::malloc(size);
    free = block->next;
    return block;
  }
  void deallocateBlock(void *memory) {
    std::lock_guard<std::mutex> lock(mutex);
    Block *block = static_cast<Block *>(memory);
    block->next = free;
    free = block;
  }

public:
  void *allocate(size_t) {
    void *block = allocateBlock();
#ifndef SILENT
    __cilksan_record_alloc(block, size);
#endif
    return block;
  }
  void deallocate(void *block, size_t) {
#ifndef SILENT
    __cilksan_record_free(block, size);
#endif
    deallocateBlock(block);
  }
};
