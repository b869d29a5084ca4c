package weak

import _ "github.com/whet-mc/whet/internal/steady" // the same random cases every time
