-- Driven by test_neovim.py: the tags of the help file are made, and each of them is found.

local kit = dofile(vim.env.KIT)
vim.opt.runtimepath:prepend(vim.env.COPY)
vim.cmd.helptags(vim.env.COPY .. '/doc')
for _, tag in ipairs({ 'anchorline', ':Anchorline', 'anchorline-health', 'anchorline.statusline()', 'AnchorlineStatus' }) do
  vim.cmd.help(tag)
  kit.equal(tag, vim.fn.expand('%:t'), 'anchorline.txt')
end
vim.opt.runtimepath:prepend(vim.env.RUNTIME)
for _, word in ipairs(require('anchorline').complete('', 'Anchorline ')) do
  vim.cmd.help(':Anchorline-' .. word)
  kit.equal(word, vim.api.nvim_get_current_line():find('*:Anchorline-' .. word .. '*', 1, true) ~= nil, true)
end
-- References between bars name tags that exist here or in Neovim's own help.
for line in io.lines(vim.env.COPY .. '/doc/anchorline.txt') do
  for tag in line:gmatch('|([^|%s]+)|') do
    kit.equal('reference ' .. tag, pcall(vim.cmd.help, tag), true)
  end
end
kit.done()
