-- Registers one command. Everything else is loaded when it is first used.

if vim.g.loaded_anchorline then
  return
end
vim.g.loaded_anchorline = true

vim.api.nvim_create_user_command('Anchorline', function(given)
  require('anchorline').run(given.fargs)
end, {
  nargs = '*',
  desc = 'Review the document in this buffer, and decide about its findings',
  complete = function(lead, line)
    return require('anchorline').complete(lead, line)
  end,
})
