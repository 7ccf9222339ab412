-- Driven by test_neovim.py: what the plug-in does before it is used, and how it completes.

local kit = dofile(vim.env.KIT)
vim.opt.runtimepath:prepend(vim.env.RUNTIME)
local autocommands = #vim.api.nvim_get_autocmds({})
vim.cmd.runtime('plugin/anchorline.lua')
kit.equal('the command is there', vim.fn.exists(':Anchorline'), 2)
kit.equal('no autocommand', #vim.api.nvim_get_autocmds({}), autocommands)
for name in pairs(package.loaded) do
  kit.equal('nothing is loaded', name:find('^anchorline'), nil)
end

local words = vim.fn.getcompletion('Anchorline ', 'cmdline')
kit.equal('its words', words, {
  'apply', 'ask', 'cancel', 'converge', 'defer', 'dismiss', 'pause', 'report', 'review', 'thorough', 'undismiss',
})
kit.equal('a beginning', vim.fn.getcompletion('Anchorline re', 'cmdline'), { 'report', 'review' })
kit.equal('what follows', vim.fn.getcompletion('silent Anchorline dismiss f', 'cmdline'), { 'finding', 'file' })
kit.equal('what stands alone', vim.fn.getcompletion('Anchorline review ', 'cmdline'), {})
kit.equal('a word that is none', vim.fn.getcompletion('Anchorline nothing ', 'cmdline'), {})
kit.equal('the statusline without a server', require('anchorline').statusline(), '')
kit.done()
