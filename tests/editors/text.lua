-- Driven by test_neovim.py: columns behind an emoji, line ends, one undo, hover, and no change annotations. $ENCODING
-- is the only position encoding that Neovim offers.

local kit = dofile(vim.env.KIT)
local capabilities = vim.lsp.protocol.make_client_capabilities()
capabilities.general.positionEncodings = { vim.env.ENCODING }
kit.open({ capabilities = capabilities })
kit.shown('the finding is shown', { 'count-mismatch' })
kit.equal('the encoding', kit.client().offset_encoding, vim.env.ENCODING)
kit.equal('the file has CRLF', vim.bo.fileformat, 'dos')

local finding = kit.finding('count-mismatch')
local line = vim.api.nvim_buf_get_lines(0, finding.lnum, finding.lnum + 1, false)[1]
kit.equal('the range is the number, in bytes', line:sub(finding.col + 1, finding.end_col), 'four')
kit.equal('an emoji stands before it', line:find('🚀', 1, true), 1)
kit.equal('the message is one line', finding.message:find('[\r\n]'), nil)
kit.equal('and short', vim.fn.strchars(finding.message) <= 100, true)

kit.cursor_on('count-mismatch')
local params = vim.lsp.util.make_range_params(0, kit.client().offset_encoding)
params.context = { diagnostics = {}, triggerKind = 1 }
local answer = kit.client():request_sync('textDocument/codeAction', params, 20000, 0)
local text = vim.json.encode(answer.result)
kit.equal('there is a fix', text:find('"quickfix"', 1, true) ~= nil, true)
kit.equal('it has no annotations', text:find('nnotation'), nil)

local place = vim.lsp.util.make_position_params(0, kit.client().offset_encoding)
local hover = kit.client():request_sync('textDocument/hover', place, 20000, 0)
kit.equal('the hover is Markdown', hover.result.contents.kind, 'markdown')
kit.equal('and names the check', hover.result.contents.value:find('count-mismatch', 1, true) ~= nil, true)

local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
kit.break_undo()
vim.lsp.buf.code_action({
  apply = true,
  filter = function(action)
    return action.kind == 'quickfix' and action.edit ~= nil
  end,
})
kit.expect('the text is fixed', function()
  return kit.holds('🚀🚀 There are three implementation units:')
end)
vim.cmd.undo()
kit.equal('one undo takes all of it back', vim.api.nvim_buf_get_lines(0, 0, -1, false), before)
vim.cmd.redo()
kit.shown('the finding is gone', {})
vim.cmd.write()
kit.equal('the line ends stay', vim.bo.fileformat, 'dos')
kit.equal('nobody had to be told anything', kit.said, {})
kit.done()
