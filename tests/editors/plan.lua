-- Driven by test_neovim.py: opens the plan, saves it, sees the diagnostic, applies the quick fix, undoes it, sees it
-- return. Every step waits for what it expects; the first that does not come ends Neovim with status 1.

local plan, anchorline, runtime = vim.env.PLAN, vim.env.ANCHORLINE, vim.env.RUNTIME

local function fail(step)
  io.stderr:write('step failed: ' .. step .. '\n')
  io.stderr:write('buffer: ' .. vim.inspect(vim.api.nvim_buf_get_lines(0, 0, -1, false)) .. '\n')
  io.stderr:write('diagnostics: ' .. vim.inspect(vim.diagnostic.get(0)) .. '\n')
  vim.cmd('cquit 1')
end

local function expect(step, condition)
  local ok, err = pcall(function()
    if not vim.wait(20000, condition, 20) then
      fail(step)
    end
  end)
  if not ok then
    io.stderr:write(tostring(err) .. '\n')
    vim.cmd('cquit 1')
  end
end

local function messages()
  return vim.tbl_map(function(diagnostic)
    return diagnostic.message
  end, vim.diagnostic.get(0))
end

local function line_of(pattern)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if line:find(pattern, 1, true) then
      return number
    end
  end
end

vim.opt.runtimepath:prepend(runtime)
vim.lsp.config('anchorline', { cmd = { anchorline, 'server' } })
vim.lsp.enable('anchorline')
vim.cmd.edit(plan)

expect('the server attaches', function()
  return #vim.lsp.get_clients({ bufnr = 0, name = 'anchorline' }) == 1
end)
expect('the finding is shown on opening', function()
  return #messages() == 1
end)

vim.api.nvim_win_set_cursor(0, { 1, 0 })
vim.cmd('normal! Oone more line above')
vim.cmd.write()
local wrong = line_of('four implementation units')
expect('the finding stands on its line after saving', function()
  local found = vim.diagnostic.get(0)
  return #found == 1 and found[1].lnum == wrong - 1
end)

local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover', {
  textDocument = { uri = vim.uri_from_bufnr(0) },
  position = { line = wrong - 1, character = vim.diagnostic.get(0)[1].col },
}, 20000)
local _, answer = next(hover or {})
if not (answer and answer.result and answer.result.contents.value:find('count-mismatch', 1, true)) then
  fail('the hover names the check')
end

vim.api.nvim_win_set_cursor(0, { wrong, vim.diagnostic.get(0)[1].col })
vim.cmd('let &undolevels = &undolevels') -- what follows is undone by itself, as after a key
vim.lsp.buf.code_action({
  apply = true,
  filter = function(action)
    return action.kind == 'quickfix' and action.edit ~= nil
  end,
})
expect('the quick fix changes the text', function()
  return line_of('three implementation units') == wrong
end)
expect('the finding is gone', function()
  return #messages() == 0
end)

vim.cmd.undo()
expect('undo brings the text back', function()
  return line_of('four implementation units') == wrong
end)
expect('and the finding with it', function()
  local found = vim.diagnostic.get(0)
  return #found == 1 and found[1].lnum == wrong - 1
end)

local fix_all = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', {
  textDocument = { uri = vim.uri_from_bufnr(0) },
  range = { start = { line = 0, character = 0 }, ['end'] = { line = 99, character = 0 } },
  context = { diagnostics = {}, only = { 'source.fixAll' } },
}, 20000)
_, answer = next(fix_all or {})
if not answer or answer.result == nil or #answer.result > 0 then
  fail('a fix that was undone is no part of fixAll')
end

vim.cmd('qall!')
