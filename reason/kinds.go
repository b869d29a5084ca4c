// The kinds of reasons, and the table of their causes, sentences and advice.

package reason

import "slices"

// Cause is a summary of a kind in one word. There are fewer causes than kinds.
type Cause string

// The causes.
const (
	OutOfTime   Cause = "time"        // the time budget is used up
	OutOfMemory Cause = "memory"      // the memory budget is used up
	Stopped     Cause = "interrupted" // the caller, or a signal, stopped the run
	// the program states or needs something that whet does not read yet
	NotSupported Cause = "unsupported"
	Gave         Cause = "incomplete" // the engine cannot decide this program
)

// Kind is the kind of a reason. The empty kind means that there is no reason.
type Kind string

// The kinds.
const (
	Time        Kind = "time"
	Memory      Kind = "memory"
	Interrupted Kind = "interrupted"
	Work        Kind = "work"
	Limit       Kind = "limit"
	Unsupported Kind = "unsupported"
	Unsuited    Kind = "unsuited"
	Incomplete  Kind = "incomplete"
	Undecided   Kind = "undecided"
	Imprecise   Kind = "imprecise"
	Inexact     Kind = "inexact"
	Unproved    Kind = "unproved"
	Assumption  Kind = "assumption"
	Claim       Kind = "claim"
	Unasked     Kind = "unasked"
	Failure     Kind = "failure"
	Internal    Kind = "internal"
)

// Row is the information about a kind.
type Row struct {
	Kind     Kind
	Cause    Cause
	Sentence string // what has happened
	Advice   string // what the user can do next
}

// table has a row for each kind: first reasons that end a run from outside, then obstacles of an engine, then errors
// of an answer, then work that was not to be done at all.
var table = []Row{
	{Time, OutOfTime, "The time that was allowed is used up.", "Raise --timeout, or ask for fewer checks at a time (--check, --entry)."},
	{Memory, OutOfMemory, "The memory that was allowed is used up.", "Raise --memory, where the machine has more, or ask for fewer checks at a time (--check, --entry)."},
	{Interrupted, Stopped, "The caller or a signal ended the run.", "Run it again and let it come to its end."},
	{Work, Stopped, "The work that was allowed for this part of the run is done.", "Raise --timeout: what is left is shared by the properties that are open."},
	{Limit, Gave, "A limit of the engine is reached, such as a number of states, rounds, runs or steps.", "Raise the option that sets the limit, if there is one, or use --engine auto."},
	{Unsupported, NotSupported, "The program needs something that whet does not model or read.", "Verify functions that do without it (--entry), or replace it by a definition that says what matters."},
	{Unsuited, Gave, "The engine is not for programs of this form.", "Use --engine auto, which takes the engines that are."},
	{Incomplete, Gave, "The engine has tried all that it knows, without an answer.", "Use another engine, or --engine auto; whet explain shows how far it came."},
	{Undecided, Gave, "Whether the program can take a path to an error was not decided.", "Look at the path with whet explain; products, divisions and bits of unknown values are hard, and a bound for them often helps."},
	{Imprecise, Gave, "No run takes a path, but what the engine can express does not exclude it.", "Use another engine or --domain, or state an invariant as an assertion at the loop."},
	{Inexact, Gave, "A path depends on values that the program model does not know exactly.", "See what the report lists as not modelled exactly, and give the functions concerned a definition or a contract."},
	{Unproved, Gave, "The check did not confirm a proof, so that it does not count.", "Use another engine, and report the program: proofs should check."},
	{Assumption, Gave, "What is assumed is too weak, or cannot be met at all.", "Correct the contracts (requires, ensures), or verify without --contracts."},
	{Claim, Gave, "A witness or a piece of evidence does not show what it claims.", "Find the verdict without it: whet verify."},
	{Unasked, Gave, "The property was not asked for.", "Ask for it, or for all properties."},
	{Failure, Gave, "Another property fails, and the run ended there or soon after.", "Mend the failure that is reported, and verify again."},
	{Internal, Gave, "An error inside of whet ended the engine.", "Report it, with the program and the command; use another engine until then."},
}

// All returns the rows, in a fixed order.
func All() []Row { return slices.Clone(table) }

// Of returns the row of a kind, and false for an unknown kind.
func Of(k Kind) (Row, bool) {
	i := slices.IndexFunc(table, func(r Row) bool { return r.Kind == k })
	if i < 0 {
		return Row{}, false
	}
	return table[i], true
}
