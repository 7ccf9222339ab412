-- Driven by test_neovim.py: :checkhealth before and after there is a server, and where it cannot be found.

local kit = dofile(vim.env.KIT)
local function report()
  vim.cmd('checkhealth anchorline')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  vim.cmd.bwipeout({ bang = true })
  return text
end
local function has(step, text, wanted)
  if not text:find(wanted, 1, true) then
    kit.fail(step .. ': ' .. text)
  end
end

vim.opt.runtimepath:prepend(vim.env.RUNTIME)
has('the program is not on PATH', report(), '`anchorline` is not found')

vim.lsp.config('anchorline', { cmd = { vim.env.FALSE, 'server' } })
has('the program is broken', report(), 'ended with status 1')

kit.open()
has('the version', report(), 'anchorline ' .. vim.env.VERSION)
kit.expect('the server serves the buffer', function()
  return report():find('serves 1 buffer in', 1, true) ~= nil
end)
has('how far settings count', report(), 'trusted is false')
kit.done()
