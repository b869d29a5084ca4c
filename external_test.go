package whet

import (
	"context"
	"testing"
)

// What a function without a body may change is not claimed to stay as it is, and what it may have written is no bug.
func TestFunctionsWithoutABody(t *testing.T) {
	const head = `void reach_error(void); struct inner { int *deep; }; struct s { int n; int *p; const int *c; struct inner in[2]; };
		void by_pointer(struct s *s); void by_value(struct s s); void for_reading(const struct s *s);
		`
	for _, c := range []struct {
		name, text string
		want       Verdict
	}{
		{"a member", `int main(void) { int x = 0; struct s s = {0}; s.p = &x; by_pointer(&s); if (x != 0) reach_error(); return 0; }`, Unknown},
		{"a member, by value", `int main(void) { int x = 0; struct s s = {0}; s.p = &x; by_value(s); if (x != 0) reach_error(); return 0; }`, Unknown},
		{"in a record in an array", `int main(void) { int x = 0; struct s s = {0}; s.in[1].deep = &x; by_pointer(&s); if (x != 0) reach_error(); return 0; }`, Unknown},
		{"for reading, which is not said of what the members lead to", `int main(void) { int x = 0; struct s s = {0}; s.p = &x; for_reading(&s); if (x != 0) reach_error(); return 0; }`, Unknown},
		{"a member that leads to const", `int main(void) { int x = 0; struct s s = {0}; s.c = &x; by_pointer(&s); if (x != 0) reach_error(); return 0; }`, Safe},
		{"an error whatever it does", `int main(void) { int x = 0, y = 1; struct s s = {0}; s.p = &x; by_pointer(&s); if (y == 1) reach_error(); return 0; }`, Unsafe},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Verify(context.Background(), Text("external.c", []byte(head+c.text)), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != c.want {
				t.Errorf("%v (%s), want %v", r.Verdict, r.Reason, c.want)
			}
		})
	}
}
