"""Which emulator runs programs for AArch64."""

USUAL = "qemu-aarch64-static"


def emulator_of(build):
    """The one that scripts/arm64-emulator.sh has got, or the system's."""
    own = build / "arm64-emulator" / "qemu-aarch64"
    return str(own) if own.exists() else USUAL
