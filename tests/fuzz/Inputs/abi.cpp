// Bitcode files of targets: the file ABI_FILE of the environment, which the input changes here
// and there, into another valid module. It is refused with a line, or linked into a module that
// is valid then. Damaged bitcode is LLVM's to refuse.
#include "compiler/targets/lowering/AbiModule.h"

#include "file.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <fuzzer/FuzzedDataProvider.h>

using namespace llvm;

static const StringRef names[] = {
    tussah::abi::Enter,        tussah::abi::Task,       tussah::abi::Discard,
    tussah::abi::Spawn,        tussah::abi::Sync,       tussah::abi::SyncUnwind,
    tussah::abi::Grain,        tussah::abi::View,       tussah::abi::ReducerBegin,
    tussah::abi::ReducerEnd,   "tussah_abi_version",    "tussah_abi_frame_size",
    "tussah_abi_frame_align",  "main",                  "",
    "__cilkrts_get_nworkers"};

static GlobalValue *pick(Module &module, FuzzedDataProvider &choices) {
  std::vector<GlobalValue *> all;
  for (GlobalValue &value : module.global_values())
    all.push_back(&value);
  if (all.empty())
    return nullptr;
  return all[choices.ConsumeIntegralInRange<size_t>(0, all.size() - 1)];
}

static void changeFunction(Module &module, Function &function,
                           FuzzedDataProvider &choices) {
  LLVMContext &context = module.getContext();
  switch (choices.ConsumeIntegralInRange(0, 3)) {
  case 0:
    return function.deleteBody();
  case 1:
    return function.setCallingConv(CallingConv::Fast);
  case 2:
    return function.setPersonalityFn(nullptr);
  case 3:
    break;
  }
  Type *types[] = {Type::getVoidTy(context), Type::getInt64Ty(context),
                   PointerType::get(context, 0), Type::getInt1Ty(context),
                   Type::getDoubleTy(context)};
  Type *result = choices.PickValueInArray(types);
  std::vector<Type *> parameters;
  while (choices.ConsumeBool() && parameters.size() < 6)
    parameters.push_back(types[choices.ConsumeIntegralInRange(1, 4)]);
  auto *type = FunctionType::get(result, parameters, choices.ConsumeBool());
  Function *other = Function::Create(type, function.getLinkage(), "", module);
  std::string name = function.getName().str();
  function.replaceAllUsesWith(other);
  function.eraseFromParent();
  other->setName(name);
}

static void changeVariable(GlobalVariable &variable,
                           FuzzedDataProvider &choices) {
  switch (choices.ConsumeIntegralInRange(0, 3)) {
  case 0:
    variable.replaceAllUsesWith(PoisonValue::get(variable.getType()));
    return variable.eraseFromParent();
  case 1:
    return variable.setConstant(choices.ConsumeBool());
  case 2:
    if (variable.getValueType()->isIntegerTy())
      variable.setInitializer(ConstantInt::get(
          variable.getValueType(), choices.ConsumeIntegral<uint64_t>(), false,
          /*ImplicitTrunc=*/true));
    return;
  case 3:
    return variable.setThreadLocal(choices.ConsumeBool());
  }
}

static void change(Module &module, FuzzedDataProvider &choices) {
  GlobalValue *value = pick(module, choices);
  if (!value)
    return;
  static const char *const triples[] = {
      "", "x86_64-pc-linux-gnu", "aarch64-linux-gnu", "wasm32", "nonsense"};
  switch (choices.ConsumeIntegralInRange(0, 4)) {
  case 0:
    return value->setName(choices.PickValueInArray(names));
  case 1:
    return value->setLinkage(static_cast<GlobalValue::LinkageTypes>(
        choices.ConsumeIntegralInRange(0, 10)));
  case 2:
    return module.setTargetTriple(Triple(choices.PickValueInArray(triples)));
  case 3:
    if (value->hasLocalLinkage())
      return;
    return value->setVisibility(static_cast<GlobalValue::VisibilityTypes>(
        choices.ConsumeIntegralInRange(0, 2)));
  case 4:
    if (auto *function = dyn_cast<Function>(value))
      return changeFunction(module, *function, choices);
    if (auto *variable = dyn_cast<GlobalVariable>(value))
      return changeVariable(*variable, choices);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static std::unique_ptr<MemoryBuffer> original =
      std::move(*MemoryBuffer::getFile(getenv("ABI_FILE")));
  LLVMContext context;
  context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
  auto file = cantFail(parseBitcodeFile(*original, context));
  FuzzedDataProvider choices(data, size);
  while (choices.remaining_bytes() != 0)
    change(*file, choices);
  if (verifyModule(*file))
    return 0;
  std::string bitcode;
  raw_string_ostream stream(bitcode);
  WriteBitcodeToFile(*file, stream);
  Module user("user", context);
  user.setTargetTriple(Triple("x86_64-pc-linux-gnu"));
  for (StringRef name :
       {tussah::abi::Enter, tussah::abi::Spawn, tussah::abi::Sync})
    tussah::getAbiFunction(user, name);
  auto read = tussah::AbiModule::read(fileWith(bitcode.data(), bitcode.size()),
                                      user);
  if (!read) {
    requireLine(toString(read.takeError()));
    return 0;
  }
  auto linked = std::move(*read).linkInto(user);
  if (!linked)
    requireLine(toString(linked.takeError()));
  else
    REQUIRE(!verifyModule(user));
  return 0;
}
