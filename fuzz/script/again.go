package script

import (
	"bytes"
	"context"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Questions to a rival in a new process.

// Alone returns the answer to one question from a new process, which is not incremental: "sat", "unsat", or anything
// else. If it differs from an answer among others, one of the two is wrong.
func (r Rival) Alone(ctx context.Context, q Question) string {
	answer, _, _ := strings.Cut(r.alone(ctx, q, ""), "\n")
	return answer
}

// Model returns the answer of Alone and, if it is "sat", the model that the rival prints.
func (r Rival) Model(ctx context.Context, q Question) (answer, model string) {
	answer, model, _ = strings.Cut(r.alone(ctx, q, "(get-model)\n"), "\n")
	return answer, strings.TrimSpace(model)
}

func (r Rival) alone(ctx context.Context, q Question, then string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var in bytes.Buffer
	in.WriteString("(set-option :produce-models true)\n(set-logic ALL)\n")
	r.write(&in, q)
	in.WriteString("(check-sat)\n" + then)
	args := slices.DeleteFunc(slices.Clone(r.args), func(a string) bool { return a == "--incremental" })
	cmd := exec.CommandContext(ctx, r.Name, args...)
	cmd.Stdin = &in
	out, _ := cmd.Output() // if there is no answer, the text is neither "sat" nor "unsat"
	return strings.TrimSpace(string(out))
}
