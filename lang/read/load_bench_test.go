package read

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkLoad measures a program without anything in it: the fixed cost.
func BenchmarkLoad(b *testing.B) {
	src := []byte("int main(void) { return 0; }\n")
	for b.Loop() {
		if _, err := LoadBytes("x.c", src, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoadLarge measures a large driver, where the benchmark is present.
func BenchmarkLoadLarge(b *testing.B) {
	files, _ := filepath.Glob(filepath.Join(benchDir, "svcomp12-DeviceDrivers64", "*usbcore*"))
	if len(files) == 0 {
		b.Skip("no benchmark here")
	}
	src, err := os.ReadFile(files[0])
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := LoadBytes("x.c", src, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
