// This file declares the messages.

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

// Format is the version of the messages. Messages of other versions are not understood and are left alone; the
// version is part of the subjects, so that workers do not even receive them.
const Format = "whet.fleet/1"

// Task is the message for a program that is to be verified.
type Task struct {
	Format string `json:"format"`
	// Bundle is the SHA-256 of the program's bundle, which is its name in the bucket of bundles. The bundle has all
	// files, the options, and the version of the verifier.
	Bundle  string        `json:"bundle"`
	Timeout time.Duration `json:"timeout"` // limit of CPU time; 0: no limit
	Memory  uint64        `json:"memory"`  // bytes of address space; 0: no limit
	// Of a part of a split task: the engine, if the part is for one engine, and the numbers of the properties to
	// decide (whet.Options.Only).
	Part string `json:"part,omitempty"`
	Only []int  `json:"only,omitempty"`
}

// Address returns the SHA-256 of the task, which names it everywhere: tasks with the same address have the same
// answers.
func (t Task) Address() string {
	text, err := json.Marshal(t)
	if err != nil {
		panic(err) // strings and numbers can always be written
	}
	return sum(text)
}

func sum(text []byte) string {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:])
}

// isSum reports whether text from others is a SHA-256 sum, and thus safe as a name.
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

// Answer is a worker's result for a task. Nothing of it is trusted, except the times and that there is no verdict.
type Answer struct {
	Format string        `json:"format"`
	Worker string        `json:"worker"` // for people
	Status bench.Status  `json:"status"`
	CPU    time.Duration `json:"cpu"`
	Wall   time.Duration `json:"wall"`
	Memory uint64        `json:"memory"`
	Note   string        `json:"note,omitempty"`
	Output string        `json:"output,omitempty"` // without a verdict: the ends of what was printed
	Errors string        `json:"errors,omitempty"`
	// Evidence is the name of the evidence in its bucket; "" if there is no verdict, or if the verifier has no
	// evidence for it.
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

// progress is what workers record about a task until it is answered.
type progress struct {
	Format string `json:"format"`
	Worker string `json:"worker"` // who works on it; "": nobody, as far as is known
	// Era is the coordinator's era. A task that comes again in another era has not killed its worker: the server was
	// away in between.
	Era    string `json:"era"`
	Deaths int    `json:"deaths"` // number of workers that were lost with the task
}
