-- Whet in Neovim 0.7 or newer: require("whet").setup() in init.lua. See README.md beside lua/.
local M = {}

local defaults = {
  cmd = { "whet", "lsp" },
  settings = {}, -- those of docs/lsp.md
  filetypes = { "c" },
}

local options

-- root is the folder of the project that a file belongs to.
local function root(file)
  local dir = vim.fn.fnamemodify(file, ":p:h")
  local at = dir
  while true do
    for _, name in ipairs({ "compile_commands.json", ".git" }) do
      if vim.fn.getftype(at .. "/" .. name) ~= "" then return at end
    end
    local up = vim.fn.fnamemodify(at, ":h")
    if up == at then return dir end
    at = up
  end
end

local clients = {} -- by root, for Neovim 0.7, which has no vim.lsp.start

local function attach(buf)
  local file = vim.api.nvim_buf_get_name(buf)
  if file == "" or vim.bo[buf].buftype ~= "" then return end
  local config = {
    name = "whet",
    cmd = options.cmd,
    root_dir = root(file),
    init_options = next(options.settings) and options.settings or nil,
  }
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buf })
  end
  local id = clients[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then vim.lsp.buf_attach_client(buf, id) end
end

local function clients_of(buf)
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  local list = {}
  for _, c in pairs(get({ bufnr = buf })) do
    if c.name == "whet" and vim.lsp.buf_is_attached(buf, c.id) then table.insert(list, c) end
  end
  return list
end

local function request(client, method, params, handler, buf)
  if vim.fn.has("nvim-0.11") == 1 then return client:request(method, params, handler, buf) end
  return client.request(method, params, handler, buf)
end

-- verify verifies a function of the buffer; without a name the one that the cursor is in.
function M.verify(name)
  local buf = vim.api.nvim_get_current_buf()
  local client = clients_of(buf)[1]
  if not client then
    return vim.notify("whet does not run for this buffer", vim.log.levels.WARN)
  end
  local uri = vim.uri_from_bufnr(buf)
  local function run(fn)
    request(client, "workspace/executeCommand", { command = "whet.verify", arguments = { uri, fn } }, function(err, result)
      if err then
        vim.notify("whet: " .. err.message, vim.log.levels.WARN)
      elseif result then
        vim.notify(("whet: %s: %s, %s"):format(result["function"], result.verdict, result.message))
      end
    end, buf)
  end
  if name and name ~= "" then return run(name) end
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  request(client, "textDocument/codeLens", { textDocument = { uri = uri } }, function(_, lenses)
    local best
    for _, l in ipairs(lenses or {}) do
      if l.range.start.line <= line and (not best or l.range.start.line > best.range.start.line) then best = l end
    end
    if best then
      run(best.command.arguments[2])
    else
      vim.notify("whet: the cursor is in no function", vim.log.levels.WARN)
    end
  end, buf)
end

function M.setup(given)
  options = vim.tbl_deep_extend("force", defaults, given or {})
  local group = vim.api.nvim_create_augroup("whet", { clear = true })
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = options.filetypes,
    callback = function(ev) attach(ev.buf) end,
  })
  -- A lens is shown after the line "verify f", and run by :lua vim.lsp.codelens.run().
  vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "BufWritePost" }, {
    group = group,
    callback = function(ev)
      if #clients_of(ev.buf) == 0 then return end
      if vim.fn.has("nvim-0.11") == 1 then
        vim.lsp.codelens.refresh({ bufnr = ev.buf })
      else
        vim.lsp.codelens.refresh()
      end
    end,
  })
  if vim.lsp.inlay_hint then -- Neovim 0.10
    vim.api.nvim_create_autocmd("LspAttach", {
      group = group,
      callback = function(ev)
        local c = vim.lsp.get_client_by_id(ev.data.client_id)
        if c and c.name == "whet" then vim.lsp.inlay_hint.enable(true, { bufnr = ev.buf }) end
      end,
    })
  end
  vim.api.nvim_create_user_command("WhetVerify", function(o) M.verify(o.args) end, { nargs = "?", desc = "Verify a function with whet" })
end

return M
