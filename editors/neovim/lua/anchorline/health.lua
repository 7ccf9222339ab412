-- :checkhealth anchorline

local M = {}

local PATIENCE = 5000 -- milliseconds; the first start after an installation compiles

---@param command string[] how the server is started
---@param env table<string, string>? what is set for it
---@return string? version, string? problem
local function version_of(command, env)
  local asking = {}
  for _, word in ipairs(command) do
    if word == 'server' then
      break
    end
    table.insert(asking, word)
  end
  table.insert(asking, '--version')
  local started, process = pcall(vim.system, asking, { text = true, env = env })
  if not started then
    return nil, 'it cannot be started: ' .. tostring(process)
  end
  local done = process:wait(PATIENCE)
  if done.code ~= 0 then
    local said = vim.split(vim.trim(done.stderr or ''), '\n')
    return nil, ('`%s` ended with status %d: %s'):format(table.concat(asking, ' '), done.code, said[#said] or '')
  end
  return vim.trim(done.stdout or '')
end

local function check_server(config)
  if type(config.cmd) ~= 'table' then
    vim.health.info('cmd is a function; its version cannot be asked')
    return
  end
  local program = config.cmd[1]
  if vim.fn.executable(program) == 0 then
    vim.health.error(('`%s` is not found'):format(program), {
      "Install it: pipx install anchorline, or pip install anchorline into the project's environment",
      "or say where it is: vim.lsp.config('anchorline', { cmd = { '/path/to/anchorline', 'server' } })",
    })
    return
  end
  local version, problem = version_of(config.cmd, config.cmd_env)
  if version then
    vim.health.ok(('%s (%s)'):format(version, vim.fn.exepath(program)))
  else
    vim.health.error(problem or '', { 'Install Anchorline again, with Python 3.11 or later' })
  end
end

local function check_clients()
  local clients = vim.lsp.get_clients({ name = 'anchorline' })
  if #clients == 0 then
    vim.health.info("no server runs; it starts with the first Markdown or source file once vim.lsp.enable('anchorline')")
  end
  for _, client in ipairs(clients) do
    local version = vim.tbl_get(client, 'server_info', 'version') or 'of unknown version'
    local buffers = vim.tbl_count(client.attached_buffers)
    vim.health.ok(
      ('server %s serves %d buffer%s in %s'):format(
        version,
        buffers,
        buffers == 1 and '' or 's',
        client.root_dir or 'no folder'
      )
    )
  end
end

function M.check()
  vim.health.start('anchorline')
  if vim.fn.has('nvim-0.11') == 0 then
    vim.health.error('Neovim is too old', { 'Install Neovim 0.11 or later' })
    return
  end
  local config = vim.lsp.config.anchorline
  if not config then
    vim.health.error('there is no configuration of the name anchorline', {
      "Put lsp/anchorline.lua on 'runtimepath', as :help anchorline-install says",
    })
    return
  end
  check_server(config)
  check_clients()
  local options = config.init_options or {}
  if not options.statusNotifications then
    vim.health.warn('the statusline stays empty', { 'Set init_options.statusNotifications to true' })
  end
  vim.health.info(('settings of the workspace count %s'):format(options.trusted and 'in full' or 'in part: trusted is false'))
  vim.health.info('`anchorline doctor` in a shell says which model would be asked, and what would be sent')
end

return M
