package main

import "github.com/whet-mc/whet/internal/quantity"

type (
	duration = quantity.Duration
	size     = quantity.Size
)
