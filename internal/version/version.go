// Package version says which version of whet this is.
package version

import (
	"runtime/debug"
	"strings"

	"github.com/whet-mc/whet/internal/machine"
)

// number is the version of the sources.
const number = "0.1.0-dev"

// released is the version that a release was built as: the linker sets it (.goreleaser.yaml).
var released string

// Version is the version of this build: that of the release, or of the module where it was built as
// one, else of the sources with the revision that they were built from, where that is known.
func Version() string {
	if released != "" {
		return released
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return number
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == "github.com/whet-mc/whet" && strings.HasPrefix(m.Version, "v") && !strings.HasPrefix(m.Version, "v0.0.0-") {
			return strings.TrimPrefix(m.Version, "v")
		}
	}
	if rev := machine.Revision(); rev != "" {
		return number + "-" + rev
	}
	return number
}
