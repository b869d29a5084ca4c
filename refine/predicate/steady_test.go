package predicate

import _ "github.com/whet-mc/whet/internal/steady" // the same tests every time
