-- Driven by test_neovim.py: the two snippets of the documentation, as lazy.nvim and an init.lua would run them.

local kit = dofile(vim.env.KIT)
local spec = assert(load('return ' .. vim.env.SPEC))()
kit.equal('the plug-in', spec[1], 'anchorline/anchorline')
spec.config({ dir = vim.env.ROOT })
assert(load(vim.env.STATUSLINE))()
vim.lsp.config('anchorline', { cmd = { vim.env.ANCHORLINE, 'server' } })
kit.equal('the command is there', vim.fn.exists(':' .. spec.cmd), 2)
kit.equal('Markdown is among the file types', vim.list_contains(spec.ft, 'markdown'), true)
vim.cmd.edit(vim.env.PLAN)
kit.shown('the finding is shown', { 'count-mismatch' })
kit.expect('the statusline says so', function()
  return vim.api.nvim_eval_statusline(vim.o.statusline, {}).str:find('1 finding (checks only)', 1, true) ~= nil
end)
kit.done()
