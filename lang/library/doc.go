// Package library is the table of the functions of the C library, of POSIX, glibc and the Linux kernel: the effects
// of a call, as far as they are modelled. The rows are in functions.txt, each under a heading in brackets that names
// its source.
//
//	row                              meaning
//	model NAME…                      definitions in C (lang/models) give their meaning
//	hook NAME…                       variables of the library that hold functions which it calls
//	stream NAME…                     variables of the library, each of which holds the address of a
//	                                 separate object at the start
//	shorter NAME…                    models; programs also declare them without the last parameter,
//	                                 which the model does not use, and mean the same function
//	registers NAME…                  without a body; the program itself calls the functions that it
//	                                 passes to them
//	R NAME,…(P…) cannot:WHAT         not modelled: nothing is claimed about what follows a call
//	R NAME,…(P…) RESULT EFFECT…      by contract
//
// R and P are the kinds of the result and of the parameters: i a number, p a pointer, f floating, v nothing, x
// anything, and a dot at the end for "...". A function that is declared in another way is not the library's, whatever
// its name.
//
//	RESULT              meaning
//	-                   none, or a floating number, any that math.txt allows
//	input               the environment's choice: a bug may rest on it
//	stream, stdin       the same, unless the program itself may have written what it reads
//	computed            determined by the arguments and the past, but not by the model: no bug
//	                    rests on it
//	=N                  always N
//	handle              null, or the address of an object that nothing else points to, by the
//	                    environment's choice
//	static:GROUP        null, or the address of the library's object of that name, which each
//	                    call changes
//	arg:N, arg-in:N     null, or argument N; or an address in the object that it points into
//	handler             the address of a signal handler that was set before
//
// A range, LO..HI, may follow input, stream, stdin and computed. An end is a number, or argN, or missing.
//
//	EFFECT              meaning
//	set:N               the object that argument N points to gets an unknown value
//	fill:N              all memory that argument N may point into gets unknown values
//	out:N, in:N         memory that N points to is written to a file, or read from one; in is also
//	                    fill
//	keep:N              the library keeps using the memory that N points to: nothing is claimed
//	                    about what follows, unless N is null
//	varargs             the objects that arguments without a parameter point to get unknown values
//	scan:N              scanf: input is stored in the objects that arguments after the format N
//	                    point to
//	format:N            printf: a format with %n is refused
//	call:N              the function N is called, then or later: nothing is claimed about what
//	                    follows, unless N is null
//	handler:N           N becomes a signal handler: nothing is claimed about what follows, unless it
//	                    is SIG_DFL or SIG_IGN
//	channel             what the program reads from files (stream) may be what it has written
//	channel-unless-read:N, channel-unless-zero:N   the same, unless argument N is "r" or "rb", or
//	                                               0
//	redirect            the same, also for standard input
//	locale              characters may no longer be those of the C locale
//	closes:N            the life of the library's object that argument N points to ends
//	on-success          set, fill and in have no effect if the result is negative: the call has failed
//	texts               members of the records that the function sets or returns that are arrays of
//	                    characters are strings
//	part:N              the life of the object that the function returns ends with the life of the object
//	                    that argument N points to
//	fresh               blocks are allocated that the caller has to free: nothing is claimed about
//	                    leaks afterwards
//
// Requirements on the memory that arguments point to (a question mark, as in room?, allows null):
//
//	NEED                meaning
//	object:N            argument N points to an object of the library: a FILE, a DIR
//	room:N:SIZE         it points to SIZE bytes, which are read or written
//	some:N:SIZE         it points to as many bytes as are written: at most SIZE, if given
//	string:N, wstring:N it is a string, of characters or wide characters
//	wformat:N           it is a format of wprintf
//
// They are checked in the order of the row. some comes last: most rows do not model the number of bytes, and no bug
// rests on anything after such a value.
//
// SIZE is a product, such as arg2*arg3, of arguments, numbers and type, the size of the type that the argument points
// to. format:N and scan:N require what the conversions require.
//
// A function without a row is one without a body about which nothing is known. A row states what all implementations
// promise, or what glibc does if the source says so.
package library
