-- What TestNeovim has Neovim do. It writes "ok", or what went wrong, into the file done.
local patience = 120000

local function steps()
  local said = {}
  vim.notify = function(m) table.insert(said, m) end
  require("whet").setup({ cmd = { vim.env.WHET_TEST_SERVER }, settings = { delay = 0 } })
  vim.cmd("setfiletype c")
  vim.cmd("doautocmd FileType c")

  local function shown(what, f)
    local ok = vim.wait(patience, function()
      return f(vim.diagnostic.get(0))
    end, 20)
    assert(ok, "waited in vain for " .. what .. ", shown is " .. vim.inspect(vim.diagnostic.get(0)))
  end
  local function only(line, severity)
    return function(list) return #list == 1 and list[1].lnum == line and list[1].severity == severity end
  end
  local errors = vim.diagnostic.severity.ERROR

  shown("the bug", only(7, errors))
  assert(vim.diagnostic.get(0)[1].col == 15, "the column counts bytes in Neovim: " .. vim.inspect(vim.diagnostic.get(0)))

  -- An edit that breaks the text, then one that mends it, and the bug.
  vim.api.nvim_buf_set_lines(0, 5, 6, true, { "  int y = zero;" })
  shown("the error", only(5, errors))
  vim.api.nvim_buf_set_lines(0, 5, 6, true, { "  int y = x + 1; // ä𝄞" })
  shown("nothing wrong", function(list) return #list == 0 end)
  vim.api.nvim_buf_set_text(0, 5, 14, 5, 15, { "0" })
  shown("the bug again", only(7, errors))

  -- The function under the cursor.
  vim.api.nvim_buf_set_lines(0, -1, -1, true, { "int f(int d) {", "  return 1 / d;", "}" })
  shown("the bug behind an edit", only(7, errors))
  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(0) - 1, 0 })
  vim.cmd("WhetVerify")
  shown("the division by zero", function(list)
    return vim.tbl_contains(vim.tbl_map(function(d) return d.message:find("division by zero") ~= nil end, list), true)
  end)
  assert(vim.wait(patience, function() return #said > 0 end, 20), "nothing was said")
  assert(said[1]:find("f: unsafe"), said[1])
end

local ok, err = xpcall(steps, debug.traceback)
local f = io.open("done", "w")
f:write(ok and "ok\n" or tostring(err) .. "\n")
f:close()
vim.cmd("qa!")
