package script

import (
	"bytes"
	"context"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Alone is the answer to one question in a process of its own, which has seen nothing else and is
// not incremental: "sat", "unsat", or anything else. Where it differs from an answer among others,
// one of the two is wrong.
func (r Rival) Alone(ctx context.Context, q Question) string {
	answer, _, _ := strings.Cut(r.alone(ctx, q, ""), "\n")
	return answer
}

// Model is the answer of Alone and, if it is "sat", the model that the rival prints.
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
	out, _ := cmd.Output() // without an answer, the text is not one of the two
	return strings.TrimSpace(string(out))
}
