// Whet verifies C programs from the command line.
//
//	whet verify FILE.c         can any input make the program reach an error?
//	whet explain FILE.c        the same, and how that is found out
//	whet cfa FILE.c --dot      the control-flow automata that are explored
//	whet cfa FILE.c --points-to    what the pointers of the program may lead to
//	whet solve FILE.smt2       answers an SMT-LIB script
//	whet lsp                   a language server, for editors
//	whet completion bash       completion for a shell: bash, zsh or fish
//	whet version, whet help    help in layers: daily flags, whet help engines, whet help all
//
// The contract that scripts may rest on:
//
//	exit status   0 safe, 1 unsafe, 3 unknown, 2 usage or input error
//	stdout        what was asked for; its last line is "VERDICT: safe", "VERDICT: unsafe" or
//	              "VERDICT: unknown (reason)"; with --format json exactly one JSON object
//	              (docs/result.schema.json), and nothing at all where the status is 2
//	stderr        errors, logs, and on a terminal a status line
//
// Of explain: the same; with --format json the object is that of docs/explanation.schema.json.
//
// Of lsp: the protocol on stdin and stdout; the exit status is 0 where the editor asked for a shutdown
// before the end, else 1.
//
// Of solve:
//
//	exit status   0 every command was answered, 1 some with an error, 3 a signal or the memory
//	              ended the session before its end, 2 usage, or the file cannot be read
//	stdout        the answers, written as soon as they are known; an interrupted check answers
//	              unknown
//
// Of check:
//
//	exit status   0 every verdict is the expected one, 1 some is another one, else 2 something cannot
//	              be read, else 3 something is not decided
//	stdout        a line for each target, and the findings; the last line is CHECK: as expected,
//	              not as expected, error, or not decided
//
// The files: main.go holds the grammar and the dispatch; verify.go, explain.go, validate.go,
// cfacmd.go, lsp.go, solve.go, check.go, bench.go, completion.go and man.go a command each; flags.go makes flags of
// the library's table of options, help.go shows them in layers; usage.go explains command lines that do not parse, problems.go
// prints errors of the library; files.go and output.go write files, profile.go profiles; status.go
// is the status line; watch.go what ends a run from outside (signals, budgets); memory.go and
// limits_*.go what the system allows; units.go reads times and sizes.
package main
