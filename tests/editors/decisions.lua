-- Driven by test_decisions.py: STEP "dismiss" dismisses the finding and saves; STEP "later", in another Neovim, sees that
-- it is still gone after opening and saving, edits its words, and sees it return.

local plan, anchorline, runtime, step = vim.env.PLAN, vim.env.ANCHORLINE, vim.env.RUNTIME, vim.env.STEP

local function fail(what)
  io.stderr:write('step failed: ' .. what .. '\n')
  io.stderr:write('diagnostics: ' .. vim.inspect(vim.diagnostic.get(0)) .. '\n')
  vim.cmd('cquit 1')
end

local function expect(what, condition)
  if not vim.wait(30000, condition, 20) then
    fail(what)
  end
end

-- Publications are counted: that nothing is shown says something only once a review has been there.
local published = 0
local usual = vim.lsp.handlers['textDocument/publishDiagnostics']
vim.lsp.handlers['textDocument/publishDiagnostics'] = function(...)
  published = published + 1
  return usual(...)
end

local function shown()
  return #vim.diagnostic.get(0)
end

vim.opt.runtimepath:prepend(runtime)
vim.lsp.config('anchorline', { cmd = { anchorline, 'server' } })
vim.lsp.enable('anchorline')
vim.cmd.edit(plan)
expect('a review', function()
  return published > 0
end)

if step == 'dismiss' then
  expect('the finding', function()
    return shown() == 1
  end)
  local found = vim.diagnostic.get(0)[1]
  vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title == 'Dismiss'
    end,
  })
  expect('dismissed, it is gone at once', function()
    return shown() == 0
  end)
else
  if shown() ~= 0 then
    fail('after a restart it is still gone')
  end
end

local before = published
vim.cmd.write()
expect('a review on saving', function()
  return published > before
end)
if shown() ~= 0 then
  fail('after saving it is still gone')
end

if step == 'later' then
  vim.cmd('%s/four implementation units/five implementation units/')
  expect('its words edited, it is back', function()
    return shown() == 1
  end)
end
vim.lsp.stop_client(vim.lsp.get_clients({ name = 'anchorline' }))
expect('the server has ended', function()
  return #vim.lsp.get_clients({ name = 'anchorline' }) == 0
end)
vim.cmd('qall!')
