package sum_test

import _ "github.com/whet-mc/whet/internal/steady" // random tests try the same cases every time
