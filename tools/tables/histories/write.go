package histories

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/whet-mc/whet/tools/histories"
)

// Versions as files.

// write writes the versions of a history as files, NAME-NN.c.
func write(folder string, h *histories.History) error {
	for _, v := range h.Versions {
		file := filepath.Join(folder, fmt.Sprintf("%s-%02d.c", h.Name, v.Number))
		if err := os.WriteFile(file, []byte(v.Source), 0o644); err != nil {
			return err
		}
	}
	return nil
}
