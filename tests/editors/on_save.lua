-- Driven by test_neovim.py: with the snippet of docs/editors.md, saving applies the safe fixes, and after an undo it
-- does not apply them again.

vim.opt.runtimepath:prepend(vim.env.RUNTIME)
vim.lsp.config('anchorline', { cmd = { vim.env.ANCHORLINE, 'server' } })
vim.lsp.enable('anchorline')
assert(load(vim.env.SNIPPET))()
vim.cmd.edit(vim.env.PLAN)

local function expect(step, condition)
  if not vim.wait(20000, condition, 20) then
    io.stderr:write('step failed: ' .. step .. '\n' .. vim.inspect(vim.api.nvim_buf_get_lines(0, 0, -1, false)) .. '\n')
    vim.cmd('cquit 1')
  end
end

local function saved()
  return table.concat(vim.fn.readfile(vim.env.PLAN), '\n')
end

expect('the finding is shown', function()
  return #vim.diagnostic.get(0) == 1
end)
vim.cmd.write()
expect('the fix is in what was saved', function()
  return saved():find('three implementation units', 1, true) ~= nil
end)
vim.cmd.undo()
expect('the finding returns', function()
  return #vim.diagnostic.get(0) == 1
end)
vim.cmd.write()
expect('what the person wanted is saved', function()
  return saved():find('four implementation units', 1, true) ~= nil
end)
vim.cmd('qall!')
