-- Driven by test_neovim.py: Neovim stands in a repository that plants Python modules, and starts the server there.

local kit = dofile(vim.env.KIT)

vim.cmd.cd(vim.env.REPOSITORY)
kit.open({ cmd = vim.json.decode(vim.env.COMMAND) })
kit.shown('the finding is shown', { 'count-mismatch' })
kit.done()
