package numerictest

import "testing"

func TestBox(t *testing.T) { Run(t, boxes()) }
