package fixpoint

import _ "github.com/whet-mc/whet/internal/steady" // random tests try the same cases every time
