//go:build !linux && !darwin

package schema

// No limit on processor time on other systems.

func limitCPU(int) {}
