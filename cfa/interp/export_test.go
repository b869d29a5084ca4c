package interp

import "testing"

// CompileAtOnce makes runs compile each location when they first come there, for a test.
func CompileAtOnce(t *testing.T) {
	was := compileAfter
	compileAfter = 0
	t.Cleanup(func() { compileAfter = was })
}
