-- Anchorline for Neovim 0.11 and later. Put this file into lsp/ of a folder on 'runtimepath' (for example
-- ~/.config/nvim/lsp/anchorline.lua) and enable it with: vim.lsp.enable('anchorline')

---@type vim.lsp.Config
return {
  cmd = { 'anchorline', 'server' },
  filetypes = {
    'markdown',
    'python',
    'javascript',
    'javascriptreact',
    'typescript',
    'typescriptreact',
    'go',
    'rust',
    'java',
  },
  root_markers = { '.anchorline.toml', '.git' },
  init_options = {
    -- Settings of the workspace's own files count in full only when this is true.
    trusted = false,
  },
  settings = {
    -- For example: anchorline = { checks = { on = 'save' }, max_actionable = 5 }
    anchorline = {},
  },
}
