package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/whet-mc/whet/bench"
)

// Format is the version of the messages. What has another one is not understood, and left alone:
// it is part of the subjects, so that nobody is even given such a task.
const Format = "whet.fleet/1"

// Task is the message for a program that is to be verified.
type Task struct {
	Format string `json:"format"`
	// Bundle is the SHA-256 of the program's bundle, its name in the bucket of bundles. The bundle has
	// all files, the options, and the version of the verifier.
	Bundle  string        `json:"bundle"`
	Timeout time.Duration `json:"timeout"` // CPU time that the system allows; 0: no limit
	Memory  uint64        `json:"memory"`  // bytes of address space; 0: no limit
	// Of a task that another one was split into: the engine, if it is for one of several, and the
	// properties that are to be decided, by their numbers (whet.Options.Only).
	Part string `json:"part,omitempty"`
	Only []int  `json:"only,omitempty"`
}

// Address is the SHA-256 of what a task is, and its name everywhere: tasks with the same address
// have the same answers.
func (t Task) Address() string {
	text, err := json.Marshal(t)
	if err != nil {
		panic(err) // strings and numbers can be written
	}
	return sum(text)
}

func sum(text []byte) string {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:])
}

// isSum keeps what others send from being anything but a name.
var isSum = regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString

// readTask reads the message of a task.
func readTask(text []byte) (Task, error) {
	var t Task
	if err := json.Unmarshal(text, &t); err != nil {
		return t, fmt.Errorf("no task: %w", err)
	}
	if t.Format != Format || !isSum(t.Bundle) || t.Timeout < 0 || slices.ContainsFunc(t.Only, func(n int) bool { return n < 1 }) {
		return t, fmt.Errorf("no task of the format %s", Format)
	}
	return t, nil
}

// Answer is what a worker says has come of a task. Nothing of it is believed but times, and that
// there is no verdict.
type Answer struct {
	Format string        `json:"format"`
	Worker string        `json:"worker"` // for people
	Status bench.Status  `json:"status"`
	CPU    time.Duration `json:"cpu"`
	Wall   time.Duration `json:"wall"`
	Memory uint64        `json:"memory"`
	Note   string        `json:"note,omitempty"`
	Output string        `json:"output,omitempty"` // of a task without a verdict: the ends of what was printed
	Errors string        `json:"errors,omitempty"`
	// Evidence is the name of what the verdict rests on, in the bucket of evidence; "" where there is
	// no verdict, or the verifier cannot write down what it rests on.
	Evidence string `json:"evidence,omitempty"`
}

func readAnswer(text []byte) Answer {
	var a Answer
	if err := json.Unmarshal(text, &a); err != nil || a.Format != Format {
		return Answer{Status: bench.Crash, Note: "the answer cannot be read"}
	}
	return a
}

func (a *Answer) claims() bool { return a.Status == bench.Safe || a.Status == bench.Unsafe }

// progress is what workers note of a task while it is not answered.
type progress struct {
	Format string `json:"format"`
	Worker string `json:"worker"` // that is at work on it; "": nobody, as far as is known
	// Era is that of the coordinator. A task that comes again in another one has not killed its
	// worker: the server was away in between.
	Era    string `json:"era"`
	Deaths int    `json:"deaths"` // workers that were lost with it
}
