// Kaleidoscope: the JIT, and the functions that programs can declare.

#include "Session.h"

#if LLVM_VERSION_MAJOR >= 20
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#endif
#include "llvm/Support/TargetSelect.h"

#include <atomic>
#include <cmath>
#include <cstdio>

using namespace llvm;

namespace {

/// Memory of programs: numbered cells. Any other number is cell 0.
constexpr size_t CellCount = 1 << 20;
std::atomic<double> Cells[CellCount];

std::atomic<double> &cell(double Number) {
  bool Exists = Number >= 0 && Number < CellCount;
  return Cells[Exists ? static_cast<size_t>(Number) : 0];
}

double printd(double Value) {
  std::printf("%.15g\n", Value);
  return 0;
}

double putchard(double Character) {
  std::putchar(static_cast<int>(Character));
  return 0;
}

double getCell(double Number) {
  return cell(Number).load(std::memory_order_relaxed);
}

double putCell(double Number, double Value) {
  cell(Number).store(Value, std::memory_order_relaxed);
  return Value;
}

/// Indivisible; returns the sum.
double addToCell(double Number, double Value) {
  std::atomic<double> &Cell = cell(Number);
  double Old = Cell.load(std::memory_order_relaxed);
  while (
      !Cell.compare_exchange_weak(Old, Old + Value, std::memory_order_relaxed))
    ;
  return Old + Value;
}

} // namespace

namespace kaleidoscope {

Expected<std::unique_ptr<orc::LLJIT>> makeJit() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  InitializeNativeTargetAsmParser();
  auto Jit = orc::LLJITBuilder().create();
  if (!Jit)
    return Jit.takeError();
  // A name that is not there is an error of the program, which the session
  // tells.
  (*Jit)->getExecutionSession().setErrorReporter(
      [](Error E) { consumeError(std::move(E)); });
  orc::SymbolMap Functions;
  auto Define = [&](const char *Name, auto *Function) {
    Functions[(*Jit)->mangleAndIntern(Name)] = {
        orc::ExecutorAddr::fromPtr(Function), JITSymbolFlags::Exported};
  };
  Define("printd", printd);
  Define("putchard", putchard);
  Define("get", getCell);
  Define("put", putCell);
  Define("add", addToCell);
  orc::JITDylib &Main = (*Jit)->getMainJITDylib();
  if (Error E = Main.define(orc::absoluteSymbols(std::move(Functions))))
    return std::move(E);
  auto Process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*Jit)->getDataLayout().getGlobalPrefix());
  if (!Process)
    return Process.takeError();
  Main.addGenerator(std::move(*Process));
  return Jit;
}

} // namespace kaleidoscope
