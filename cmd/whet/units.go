// This file names the types of flags with units.

package main

import "github.com/whet-mc/whet/internal/quantity"

type (
	duration = quantity.Duration
	size     = quantity.Size
)
