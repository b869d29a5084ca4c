// Package library is the table of the functions of the C library, of POSIX, glibc and the Linux
// kernel: what a call does, as far as it is modelled. The rows are in functions.txt, each under a
// heading in brackets that is its source.
//
//	row                              meaning
//	model NAME…                      a definition in C (lang/models) says what they do
//	hook NAME…                       variables of the library that hold functions which it calls
//	stream NAME…                     variables of the library, each with the address of an object of
//	                                 its own from the start
//	shorter NAME…                    models; programs also declare them without the last parameter,
//	                                 which the model does not look at, and mean the same function
//	registers NAME…                  without a body; functions that it is handed are called by the
//	                                 program itself
//	R NAME,…(P…) cannot:WHAT         what follows a call is not modelled: nothing is claimed of it
//	R NAME,…(P…) RESULT EFFECT…      by contract
//
// R and P are the kinds of the result and of the parameters: i a number, p a pointer, f floating, v
// nothing, x anything, and a dot at the end for "...". A function that is declared otherwise is not
// the library's, whatever its name.
//
//	RESULT              meaning
//	-                   none, or a floating one, which is any value that math.txt allows
//	input               the environment's choice: a bug may rest on it
//	stream, stdin       the same, unless the program itself may have written what it reads
//	computed            what the arguments and the past determine, and the model does not: no bug
//	                    rests on it
//	=N                  always N
//	handle              null, or the address of an object that nothing else points to, by the
//	                    environment's choice
//	static:GROUP        null, or the address of the library's own object of that name, which each
//	                    call changes
//	arg:N, arg-in:N     null, or argument N; or an address in what that points into
//	handler             the address of a signal handler that was set before
//
// Behind input, stream, stdin and computed may stand a range, LO..HI, of which an end may be
// missing, a number, or argN.
//
//	EFFECT              meaning
//	set:N               the object that argument N points to gets a value that is not modelled
//	fill:N              so does all memory that argument N may point into
//	out:N, in:N         memory that N points to is written to a file, or read from one; in is also
//	                    fill
//	keep:N              the library goes on to use what N points to: nothing is claimed of what
//	                    follows, unless it is null
//	varargs             so does what arguments without a parameter point to
//	scan:N              scanf: what arguments after the format N point to is read
//	format:N            printf: a format with %n is refused
//	call:N              the function N is called, then or later: nothing is claimed of what
//	                    follows, unless it is null
//	handler:N           the same of a signal handler, unless it is SIG_DFL or SIG_IGN
//	channel             what the program reads from files (stream) may be what it has written
//	channel-unless-read:N, channel-unless-zero:N   the same, unless argument N is "r" or "rb", or
//	                                               0
//	redirect            the same, of standard input, too
//	locale              characters may no longer be those of the C locale
//	closes:N            the object that argument N points to, which is the library's, ends
//	fresh               blocks are allocated that the caller has to give back: nothing is claimed of
//	                    leaks after it
//
// What is asked of the memory after arguments (a question mark, as in room?, allows null):
//
//	NEED                meaning
//	object:N            argument N points to an object of the library's own: a FILE, a DIR
//	room:N:SIZE         it points to SIZE bytes, which are read or written
//	some:N:SIZE         it points to as many bytes as are written: at most SIZE, where that is given
//	string:N, wstring:N it is a string, of characters or wide characters
//	wformat:N           it is a format of wprintf
//
// They are looked at in the order of the row. some comes last: how many bytes that are is not modelled
// in most rows, and no bug rests on what comes after such a value.
//
// SIZE is a product, as arg2*arg3, of arguments, numbers and type, the size of what the argument
// points to by its type. format:N and scan:N ask for what the conversions do.
//
// A function without a row is one without a body that nothing is known of. What a row says is what
// all implementations promise, or what glibc does where the source says so.
package library
