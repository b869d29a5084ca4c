// Whet verifies C programs from the command line.
//
//	whet verify FILE.c         can any input make the program reach an error?
//	whet explain FILE.c        the same, with the steps that lead to the verdict
//	whet cfa FILE.c --dot      the control-flow automata that are explored
//	whet cfa FILE.c --points-to    what the pointers of the program may point to
//	whet solve FILE.smt2       answers an SMT-LIB script
//	whet lsp                   a language server, for editors
//	whet completion bash       completion for a shell: bash, zsh or fish
//	whet version, whet help    help in layers: daily flags, whet help engines, whet help all
//
// The contract for scripts:
//
//	exit status   0 safe, 1 unsafe, 3 unknown, 2 usage or input error
//	stdout        what was requested; the last line is "VERDICT: safe", "VERDICT: unsafe" or
//	              "VERDICT: unknown (reason)"; with --format json exactly one JSON object
//	              (docs/result.schema.json), and nothing at all if the status is 2
//	stderr        errors, logs, and on a terminal a status line
//
// For explain: the same; with --format json the object is described by docs/explanation.schema.json.
//
// For lsp: the protocol on stdin and stdout; the exit status is 0 if the editor requested a shutdown before the end,
// else 1.
//
// For solve:
//
//	exit status   0 every command was answered, 1 some with an error, 3 a signal or the memory
//	              ended the session before its end, 2 usage, or the file cannot be read
//	stdout        the answers, written as soon as they are known; an interrupted check answers
//	              unknown
//
// For check:
//
//	exit status   0 every verdict is as expected; else 1 if some verdict is another one; else 2 if
//	              something cannot be read; else 3: something is not decided
//	stdout        a line for each target, and the findings; the last line is CHECK: as expected,
//	              not as expected, error, or not decided
//
// The files: main.go holds the grammar and the dispatch. The commands are in verify.go, explain.go, validate.go,
// cfacmd.go, cc.go, lsp.go, solve.go, check.go, bench.go, completion.go and man.go. flags.go makes flags from the
// library's table of options; help.go shows them in layers; onecommand.go parses frequent commands without the other
// grammars. usage.go explains command lines that do not parse; problems.go prints errors of the library. files.go and
// output.go write files, profile.go writes profiles, elsewhere.go serves other machines. status.go shows the status
// line; watch.go ends a run from outside (signals, budgets); memory.go, guard_*.go and limits_*.go deal with the
// system's limits; units.go names the types of times and sizes.
package main
