// The table of rules.

package rule

// Sections of SOUNDNESS.md.
const (
	accesses   = "accesses-to-objects---check-boundsnulllifetimefree"
	arithmetic = "arithmetic---check-overflow-division-shift-unsigned-overflow-conversion-float-conversion-float-nan-float-overflow"
	atEnd      = "what-is-left-at-the-end---check-leakcleanup"

	// Claims is the section about claims that a program states about itself.
	Claims = "the-claims"
)

// ubsan are flags with which only violations of the rule itself end the program: other errors on the way are just
// reported. The flag -fwrapv must not be here, because it turns off the detection of overflow.
const ubsan = "-fsanitize=address,undefined -fno-sanitize-recover="

// noLeaks turns off leak detection where leaks are not the error, so that they do not hide it.
const noLeaks = "detect_leaks=0:"

// table has a row for each rule, in the order in which options and reports list them.
var table = []*Rule{
	{
		Name: OutOfBounds, Group: Memory, Title: "out-of-bounds access",
		Holds: "access inside", Indexed: "out-of-bounds index",
		Choice:  "accesses stay within their objects and arrays",
		Asks:    "What is read or written lies inside of its object, an index inside of its array, and a pointer does not lead from one object into another (C11 6.5.6p8).",
		Mend:    "Compare the index or the length with the size before the access; look for <= that should be <, and for room for the 0 at the end of a string.",
		Section: accesses, CWE: 119, CERT: "ARR30-C", SVComp: "valid-deref",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: ubsan + "bounds", ASan: noLeaks,
			Says: "An access far outside of an object may hit another one, and one through a pointer may stay inside of\n" +
				" * the enclosing struct: sanitizers do not see these."},
	},
	{
		Name: NullAccess, Group: Memory, Title: "null pointer dereference",
		Holds:   "no use of a null pointer",
		Choice:  "accesses and calls are through pointers to something",
		Asks:    "Accesses and calls are made through pointers that are not null (C11 6.5.3.2p4). Allocations may fail; --malloc-succeeds leaves that out.",
		Mend:    "Test the pointer, also after malloc and its kind, and end the function where it is null.",
		Section: accesses, CWE: 476, CERT: "EXP34-C", SVComp: "valid-deref",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: ubsan + "null", ASan: noLeaks + "allocator_may_return_null=1"},
	},
	{
		Name: DeadAccess, Group: Memory, Title: "use after free or scope",
		Holds:   "memory is still there",
		Choice:  "what is accessed was not freed, and its block or function has not ended",
		Asks:    "What is accessed has not ended: it was not freed, and its block or function was not left (C11 6.2.4p2).",
		Mend:    "Free at the end of the last use, set the pointer to null then, and return no address of a local variable.",
		Section: accesses, CWE: 416, CERT: "MEM30-C", SVComp: "valid-deref",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: "-fsanitize=address,undefined", ASan: noLeaks + "detect_stack_use_after_return=1"},
	},
	{
		Name: BadFree, Group: Memory, Title: "double or invalid free",
		Holds:   "free of a block",
		Choice:  "what is freed is the start of a block that was not freed yet",
		Asks:    "What is freed is the start of a block of the heap that was not freed before (C11 7.22.3.3p2).",
		Mend:    "Let one place own each block, and set the pointer to null where it is freed.",
		Section: accesses, CWE: 763, CERT: "MEM34-C", SVComp: "valid-free",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: "-fsanitize=address,undefined", ASan: noLeaks},
	},
	{
		Name: ConstWrite, Group: Default, Title: "write to a const object or string literal",
		Holds:   "nothing const is written",
		Choice:  "no const object and no string literal is written",
		Asks:    "Objects that are defined const, and string literals, are not written (C11 6.7.3p6, 6.4.5p7).",
		Mend:    "Copy the text or the object into memory of its own before changing it, and let no cast take const away.",
		Section: accesses, CWE: 758, CERT: "STR30-C",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: "-fsanitize=address,undefined", ASan: noLeaks,
			Says: "A machine lets no store to a string literal or a static const object pass; stores to automatic ones are not seen."},
	},
	{
		Name: BadPointer, Group: Default, Title: "pointers into different objects",
		Holds:   "pointers into one object",
		Choice:  "pointers that are subtracted or ordered lead to one object, and none is computed outside of its own",
		Asks:    "Pointers that are subtracted or ordered by < lead into one object, and a pointer is computed inside of its object or one past (C11 6.5.6, 6.5.8).",
		Mend:    "Compare indexes, or pointers into the same array.",
		Section: accesses, CWE: 469, CERT: "ARR36-C",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: "-fsanitize=address,undefined,pointer-compare,pointer-subtract", ASan: noLeaks + "detect_invalid_pointer_pairs=2",
			Says: "A pointer that was computed outside of its object is seen where it is followed there, and where it wraps around."},
	},
	{
		Name: Overflow, Group: Default, Title: "signed integer overflow",
		Holds:   "no overflow",
		Choice:  "signed arithmetic stays in the range of its type",
		Asks:    "Signed arithmetic stays in the range of its type (C11 6.5p5).",
		Mend:    "Limit the operands before, compute in a wider or an unsigned type, or use __builtin_add_overflow and its kind.",
		Section: arithmetic, CWE: 190, CERT: "INT32-C", SVComp: "no-overflow",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: ubsan + "signed-integer-overflow", ASan: noLeaks},
	},
	{
		Name: DivisionByZero, Group: Default, Title: "division by zero",
		Holds:   "no division by zero",
		Choice:  "no division by zero",
		Asks:    "No integer is divided by zero (C11 6.5.5p5).",
		Mend:    "Test the divisor before.",
		Section: arithmetic, CWE: 369, CERT: "INT33-C",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: ubsan + "integer-divide-by-zero", ASan: noLeaks},
	},
	{
		Name: BadShift, Group: Default, Title: "undefined shift",
		Holds:   "shift in range",
		Choice:  "amounts of shifts are in range, and what is shifted left fits",
		Asks:    "Amounts of shifts are at least 0 and less than the width; what is shifted to the left is not negative and fits (C11 6.5.7).",
		Mend:    "Limit the amount, and shift unsigned numbers.",
		Section: arithmetic, CWE: 1335, CERT: "INT34-C",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: ubsan + "shift", ASan: noLeaks},
	},
	{
		Name: BadLength, Group: Default, Title: "length of a variable-length array is not positive",
		Holds:   "length is positive",
		Choice:  "lengths of variable-length arrays are positive",
		Asks:    "The length of a variable-length array is positive (C11 6.7.6.2p5).",
		Mend:    "Test the length before the declaration.",
		Section: accesses, CWE: 789, CERT: "ARR32-C",
		Sanitizer: Sanitizer{Compiler: "clang", Flags: "-fsanitize=vla-bound -fno-sanitize-recover=all"},
	},
	{
		Name: Unsequenced, Group: Default, Title: "unsequenced side effects on one object",
		Holds:   "side effects have an order",
		Choice:  "side effects on one object have an order",
		Asks:    "Side effects on an object have an order among themselves and with its reads (C11 6.5p2).",
		Mend:    "Write the side effects as statements of their own.",
		Section: Claims, CWE: 758, CERT: "EXP30-C",
	},
	{
		Name: Restricted, Group: Default, Title: "object of a restrict pointer is accessed in another way",
		Holds:   "restrict pointer's object is accessed through it alone",
		Choice:  "an object is accessed through its restrict pointer alone",
		Asks:    "An object that is changed, and accessed through a restrict pointer, is accessed through that pointer alone while the pointer lives (C11 6.7.3.1).",
		Mend:    "Pass pointers to different objects, or leave restrict out.",
		Section: accesses, CWE: 758, CERT: "EXP43-C",
	},
	{
		Name: Returned, Group: Default, Title: "a function that is declared not to return returns",
		Holds:   "function does not return",
		Choice:  "a _Noreturn function does not return",
		Asks:    "A function that is declared not to return does not (C11 6.7.4p8).",
		Mend:    "End all paths with exit, abort or a call that does not return.",
		Section: Claims, CWE: 758,
	},
	{
		Name: Uninitialised, Group: Default, Title: "uninitialized read",
		Holds:   "initialized",
		Choice:  "what is read was stored before",
		Asks:    "What is read was stored to before (C11 6.3.2.1p2), and a call whose result is used gives one (C11 6.9.1p12).",
		Mend:    "Give the variable a value where it is declared, or on the path that the finding shows; end the function with a return.",
		Section: "uses-of-what-was-never-stored-to---check-uninit", CWE: 457, CERT: "EXP33-C",
		Sanitizer: Sanitizer{Compiler: "clang", Flags: "-fsanitize=memory -fsanitize-memory-param-retval",
			Says: "MemorySanitizer reports such a value where a branch, an address or a call depends on it: this may be\n" +
				" * behind the read, or nowhere."},
	},
	{
		Name: LibraryContract, Group: Memory, Title: "broken contract of a library function",
		Holds:   "library function called as it asks",
		Choice:  "library functions are called as they ask to be",
		Asks:    "Functions of the C library are called as they ask: sizes, overlap, null pointers, formats, ranges (C11 7.1.4).",
		Mend:    "Test the argument before the call; the sentence in the finding names what the function asks.",
		Section: "calls-of-library-functions---check-library", CWE: 628, CERT: "ARR38-C", SVComp: "valid-deref",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: ubsan + "nonnull-attribute -fno-builtin", ASan: noLeaks + "strict_string_checks=1",
			Says: "Sanitizers know what functions of memory and strings ask for, and little of the others."},
	},
	{
		Name: Leak, Title: "memory leak",
		Holds:   "no memory leak",
		Choice:  "at the end, something points to each block that was not freed",
		Asks:    "At the end, something points to each block that was not freed.",
		Mend:    "Free the block before the last pointer to it is lost, also on the paths that handle errors.",
		Section: atEnd, CWE: 401, CERT: "MEM31-C", SVComp: "valid-memtrack",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: "-fsanitize=address", ASan: "detect_leaks=1"},
	},
	{
		Name: Cleanup, Title: "memory not freed at exit",
		Holds:   "every block is freed at the end",
		Choice:  "at the end, all blocks are freed",
		Asks:    "At the end, each block is freed.",
		Mend:    "Free the block on all paths to the end, also on those that handle errors.",
		Section: atEnd, CWE: 401, CERT: "MEM31-C", SVComp: "valid-memcleanup",
		// With these options nothing counts as a pointer to a block, so every remaining block is reported, except for
		// the library's own buffers.
		Sanitizer: Sanitizer{Compiler: "cc", Flags: "-fsanitize=address", ASan: "detect_leaks=1",
			LSan: "use_globals=0:use_stacks=0:use_registers=0:use_tls=0"},
	},
	{
		Name: UnsignedOverflow, Title: "unsigned integer overflow",
		Holds:   "no unsigned overflow",
		Choice:  "unsigned arithmetic does not wrap",
		Asks:    "Unsigned arithmetic does not wrap. C defines that it does; it is often not meant.",
		Mend:    "Limit the operands before, or leave this rule out where wrapping is meant.",
		Section: arithmetic, CWE: 190, CERT: "INT30-C",
		Sanitizer: Sanitizer{Compiler: "clang", Flags: "-fsanitize=unsigned-integer-overflow -fno-sanitize-recover=all"},
	},
	{
		Name: Conversion, Title: "conversion changes the value",
		Holds:   "conversion keeps the value",
		Choice:  "conversions between integers that C makes itself keep the value",
		Asks:    "Conversions between integers that C makes itself keep the value. C defines what they give; a change of the value is often not meant.",
		Mend:    "Test the range before, use the wider type, or write a cast where the change is meant.",
		Section: arithmetic, CWE: 681, CERT: "INT31-C",
		Sanitizer: Sanitizer{Compiler: "clang", Flags: "-fsanitize=implicit-conversion -fno-sanitize-recover=all"},
	},
	{
		Name: FloatConversion, Group: Default, Title: "floating number out of the range of an integer",
		Holds:   "conversion in range",
		Choice:  "floating numbers that become integers are in the range of their type",
		Asks:    "A floating number that becomes an integer is in the range of its type, and no NaN (C11 6.3.1.4).",
		Mend:    "Test the range before.",
		Section: arithmetic, CWE: 681, CERT: "FLP34-C",
		Sanitizer: Sanitizer{Compiler: "cc", Flags: "-fsanitize=float-cast-overflow -fno-sanitize-recover=all"},
	},
	{
		Name: FloatNaN, Group: Float, Title: "a NaN is made",
		Holds:   "no NaN is made",
		Choice:  "no operation makes a NaN of numbers",
		Asks:    "No NaN comes of operands that are none.",
		Mend:    "Test for 0.0 / 0, for inf - inf and for arguments out of the domain of a function.",
		Section: arithmetic, CWE: 682, CERT: "FLP32-C",
	},
	{
		Name: FloatOverflow, Group: Float, Title: "finite numbers give an infinity",
		Holds:   "no infinity of finite numbers",
		Choice:  "no operation or conversion makes an infinity of finite numbers",
		Asks:    "No infinity comes of finite numbers.",
		Mend:    "Limit the operands before, and test the divisor.",
		Section: arithmetic, CWE: 682, CERT: "FLP03-C",
	},
}
