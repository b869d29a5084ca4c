// Package version provides the version of whet.
package version

import (
	"runtime/debug"
	"strings"

	"github.com/whet-mc/whet/internal/machine"
)

// number is the version of the sources.
const number = "0.1.0-dev"

// released is the version of a release build, which the linker sets (.goreleaser.yaml).
var released string

// Version returns the version of this build. For a release it is the release's version; for a module that was built
// with a version, the module's version. Otherwise it is the version of the sources, with the revision that they were
// built from if that is known.
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
