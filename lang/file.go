// This file reads source files, and refuses those that cannot be C text.

package lang

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// MaxFile is the largest size of a file that is read; people do not write larger files. The largest source in wide
// use, an amalgamation of 260,000 lines, has 9 MB.
const MaxFile = 32 << 20

// cxxEndings are the endings of C++ file names, as gcc has them.
var cxxEndings = []string{".cpp", ".cc", ".cxx", ".c++", ".cp", ".CPP", ".C", ".ii"}

// ReadFile reads the source file at path, and checks it: it must exist, must not be too large, and must not be C++.
func ReadFile(path string) ([]byte, *Errors) {
	fi, err := os.Stat(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, OneError(Pos{File: path}, "check the path", "there is no such file")
		}
		return nil, OneError(Pos{File: path}, "", "the file cannot be read: %v", err)
	}
	switch {
	case fi.IsDir():
		return nil, OneError(Pos{File: path}, "name a C file, a preprocessed .i file, or a task definition .yml", "this is a directory")
	case fi.Size() > MaxFile:
		return nil, tooLarge(path, fi.Size())
	case slices.Contains(cxxEndings, filepath.Ext(path)):
		return nil, OneError(Pos{File: path}, "what is C in it can be verified from a file whose name ends in .c", "this is C++, by its name, and only C is read")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, OneError(Pos{File: path}, "", "the file cannot be read: %v", err)
	}
	defer f.Close()
	// Pipes and devices report no size.
	b, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, OneError(Pos{File: path}, "", "the file cannot be read: %v", err)
	}
	return b, nil
}

func tooLarge(path string, size int64) *Errors {
	return OneError(Pos{File: path}, "verify a smaller part of the program",
		"the file has %d MB, more than the %d MB that are read", size>>20, MaxFile>>20)
}

// CheckText refuses bytes that cannot be the text of a program: empty, too large or binary files.
func CheckText(path string, b []byte) *Errors {
	if len(b) > MaxFile {
		return tooLarge(path, int64(len(b)))
	}
	if len(bytes.TrimSpace(b)) == 0 {
		return OneError(Pos{File: path}, "", "the file is empty")
	}
	if i := bytes.IndexByte(b, 0); i >= 0 {
		line := 1 + bytes.Count(b[:i], []byte{'\n'})
		return OneError(Pos{File: path, Line: line, Col: i - bytes.LastIndexByte(b[:i], '\n')},
			"whet reads C source text", "the file is binary: it contains a byte of value 0")
	}
	return nil
}

// maxShort is the largest size of a file that ReadShort accepts.
const maxShort = 1 << 20

// ReadShort reads a text file of a kind that is never long, such as a file of settings; kind is the name of such a
// file in messages.
func ReadShort(path, kind string) ([]byte, error) {
	b, e := ReadFile(path)
	if e != nil {
		return nil, e
	}
	if len(b) > maxShort {
		return nil, OneError(Pos{File: path}, "is this a "+kind+"?", "the %s has %d MB", kind, len(b)>>20)
	}
	if e := CheckText(path, b); e != nil {
		return nil, e
	}
	return b, nil
}
