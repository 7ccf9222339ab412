-- What the scripts of test_neovim.py share: a server on the runtimepath, steps that wait, and what was said.

local kit = { said = {} }

-- Whatever the person is told: each must be one line.
vim.notify = function(text)
  table.insert(kit.said, text)
end
vim.lsp.handlers['window/showMessage'] = function(_, params)
  table.insert(kit.said, params.message)
  return params
end

function kit.fail(step)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  local seen = { buffer = lines, diagnostics = vim.diagnostic.get(0), said = kit.said }
  io.stderr:write('step failed: ' .. step .. '\n' .. vim.inspect(seen) .. '\n')
  vim.cmd('cquit 1')
end

function kit.expect(step, condition)
  local ok, held = pcall(vim.wait, 60000, condition, 20)
  if not ok or not held then
    kit.fail(ok and step or step .. ': ' .. tostring(held))
  end
end

function kit.equal(step, found, wanted)
  if not vim.deep_equal(found, wanted) then
    kit.fail(('%s: %s, not %s'):format(step, vim.inspect(found), vim.inspect(wanted)))
  end
end

---Start the server for $PLAN with these settings.
function kit.open(config)
  vim.opt.runtimepath:prepend(vim.env.RUNTIME)
  vim.cmd.runtime('plugin/anchorline.lua')
  vim.lsp.config('anchorline', vim.tbl_deep_extend('force', { cmd = { vim.env.ANCHORLINE, 'server' } }, config or {}))
  vim.lsp.enable('anchorline')
  vim.cmd.edit(vim.env.PLAN)
  kit.expect('the server attaches', function()
    return kit.client() ~= nil
  end)
end

function kit.client()
  return vim.lsp.get_clients({ name = 'anchorline' })[1]
end

function kit.codes()
  local codes = vim.tbl_map(function(diagnostic)
    return diagnostic.code
  end, vim.diagnostic.get(0))
  table.sort(codes)
  return codes
end

function kit.finding(code)
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    if diagnostic.code == code then
      return diagnostic
    end
  end
end

function kit.shown(step, codes)
  kit.expect(step, function()
    return vim.deep_equal(kit.codes(), codes)
  end)
end

function kit.cursor_on(code)
  local diagnostic = kit.finding(code)
  vim.api.nvim_win_set_cursor(0, { diagnostic.lnum + 1, diagnostic.col })
end

function kit.holds(text)
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):find(text, 1, true) ~= nil
end

function kit.was_said(step, text)
  kit.expect(step, function()
    for _, line in ipairs(kit.said) do
      if line:find(text, 1, true) then
        return true
      end
    end
    return false
  end)
end

---What follows is undone by itself, as after a key.
function kit.break_undo()
  vim.cmd('let &undolevels = &undolevels')
end

function kit.done()
  for _, line in ipairs(kit.said) do
    if line:find('[\r\n]') then
      kit.fail('what is said is one line')
    end
  end
  vim.cmd('qall!')
end

return kit
