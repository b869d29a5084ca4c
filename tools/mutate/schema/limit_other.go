//go:build !linux && !darwin

package schema

func limitCPU(int) {}
