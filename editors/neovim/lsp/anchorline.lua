-- Anchorline for Neovim 0.11 and later. Put this file into lsp/ of a folder on 'runtimepath' (for example
-- ~/.config/nvim/lsp/anchorline.lua) and enable it with: vim.lsp.enable('anchorline')

---@type vim.lsp.Config
return {
  cmd = { 'anchorline', 'server' },
  -- Should cmd be `python -m anchorline server`: Python must not import what lies in the folder that Neovim stands in.
  cmd_env = { PYTHONSAFEPATH = '1' },
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
    -- What the server is doing, for the statusline of the plug-in. Without the plug-in nobody reads it.
    statusNotifications = true,
  },
  handlers = {
    ['anchorline/status'] = function(_, params, context)
      local ok, status = pcall(require, 'anchorline.status')
      if ok then
        status.update(params, context.client_id)
      end
    end,
  },
  settings = {
    -- For example: anchorline = { checks = { on = 'save' }, max_actionable = 5 }
    anchorline = {},
  },
}
