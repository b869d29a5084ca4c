// This file makes the processor stop at floating-point errors.

package harness

import "github.com/whet-mc/whet/rule"

// A trap makes the processor stop a program at a floating-point operation, because no sanitizer looks for operations
// that produce a NaN or an infinity. Its masks name the exceptions that stay off, in the control words of SSE and of
// the x87 (Intel's manual, volume 1, 8.1.5 and 10.2.3).
type trap struct {
	mxcsr, control int
	says           string
}

const (
	invalid  = 1 << 0 // bits of the x87 control word; the same bits of MXCSR are 7 positions higher
	zeroed   = 1 << 2
	overflow = 1 << 3
)

func trapOn(exceptions int, says string) trap {
	return trap{0x1f80 &^ (exceptions << 7), 0x37f &^ exceptions, says}
}

var traps = map[string]trap{
	rule.FloatNaN: trapOn(invalid, "The processor also stops at other invalid operations: comparisons with NaNs by < and the like,\n"+
		" * and conversions to integers that are out of range."),
	rule.FloatOverflow: trapOn(zeroed|overflow, "The processor stops at what is too large, and at divisions by zero."),
}

// trapping writes code that makes the processor stop at the error and ends the program with the status of an error.
func (h *writer) trapping() {
	t, ok := traps[h.out.Error.Kind]
	if !ok {
		return
	}
	h.printf("#if defined(__x86_64__) || defined(__i386__)\n")
	h.printf("extern void (*signal(int, void (*)(int)))(int);\n")
	h.printf("static void whet_trapped(int sig) { (void)sig; whet_error(); }\n")
	h.printf("__attribute__((constructor)) static void whet_trap(void) {\n")
	h.printf("  unsigned int mxcsr = %#x;\n  unsigned short control = %#x;\n", t.mxcsr, t.control)
	h.printf("  signal(8 /* SIGFPE */, whet_trapped);\n")
	h.printf("  __asm__ volatile(\"ldmxcsr %%0\\n\\tfldcw %%1\" : : \"m\"(mxcsr), \"m\"(control));\n}\n#endif\n\n")
}
