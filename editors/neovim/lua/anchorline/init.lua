-- :Anchorline, one function for each of its words, and the text for a statusline.

local M = {}

local NAME = 'anchorline'

---@param text string one line
---@param level? integer of vim.log.levels; information when left out
local function say(text, level)
  vim.notify('anchorline: ' .. text:gsub('%s+', ' '), level or vim.log.levels.INFO)
end

---@return vim.lsp.Client? the server of this buffer; nil, said, where there is none
local function server()
  local client = vim.lsp.get_clients({ bufnr = 0, name = NAME })[1]
  if not client then
    say('no server runs for this buffer; :checkhealth anchorline says why', vim.log.levels.WARN)
  end
  return client
end

---@param client vim.lsp.Client
---@param command string without its prefix
---@param arguments any[] what follows the document's URI
---@param answered? fun(result: any)
local function send(client, command, arguments, answered)
  local name = NAME .. '.' .. command
  local provider = client.server_capabilities.executeCommandProvider
  if not vim.list_contains(provider and provider.commands or {}, name) then
    say(('this server has no command %s; update it'):format(name), vim.log.levels.WARN)
    return
  end
  client:request('workspace/executeCommand', { command = name, arguments = arguments }, function(err, result)
    if err then
      say(err.message or 'the server gave no answer', vim.log.levels.WARN)
    elseif answered then
      answered(result)
    end
  end, 0)
end

---@return string the URI of this buffer, as the server knows it
local function here()
  return vim.uri_from_bufnr(0)
end

---@param count any
---@param what string
local function counted(count, what)
  if type(count) ~= 'number' or count == 0 then
    say(('there is no %s to apply'):format(what))
  else
    say(('%d %s%s'):format(count, what, count == 1 and '' or 'es'))
  end
end

---@class anchorline.Command
---@field run fun(client: vim.lsp.Client, arguments: string[])
---@field words? string[] what its first argument may be

---@type table<string, anchorline.Command>
local commands = {
  review = {
    run = function(client)
      send(client, 'review', { here() })
    end,
  },
  thorough = {
    run = function(client)
      send(client, 'reviewThoroughly', { here() })
    end,
  },
  ask = {
    run = function(client)
      send(client, 'askAgain', { here() }, function(count)
        say(('%s answers are forgotten'):format(count or 0))
      end)
    end,
  },
  cancel = {
    run = function(client)
      send(client, 'cancel', { here() }, function(stopped)
        say(stopped and 'the review is cancelled' or 'no review was running')
      end)
    end,
  },
  pause = {
    words = { 'all' },
    run = function(client, arguments)
      local all = arguments[1] == 'all'
      send(client, 'pause', { all and vim.NIL or here() }, function(paused)
        local what = all and 'reviewing' or 'reviewing this document'
        say(what .. (paused and ' is paused; again resumes' or ' goes on'))
      end)
    end,
  },
  report = {
    run = function(client)
      send(client, 'showReport', { here() })
    end,
  },
  dismiss = {
    words = { 'finding', 'file', 'workspace' },
    run = function(client, arguments)
      local scope = arguments[1] or 'finding'
      local reason = table.concat(arguments, ' ', 2)
      require('anchorline.finding').under_cursor(client, say, function(id)
        send(client, 'dismiss', { here(), id, scope, reason ~= '' and reason or nil })
      end)
    end,
  },
  undismiss = {
    run = function(client)
      send(client, 'undismissAll', { here() }, function(count)
        say(('%s decisions are taken back'):format(count or 0))
      end)
    end,
  },
  defer = {
    run = function(client)
      require('anchorline.finding').under_cursor(client, say, function(id)
        send(client, 'defer', { here(), id })
      end)
    end,
  },
  apply = {
    words = { 'safe', 'proposed' },
    run = function(client, arguments)
      if arguments[1] == 'proposed' then
        send(client, 'applyProposed', { here() }, function(count)
          counted(count, 'proposed fix')
        end)
      else
        send(client, 'applySafeFixes', { here() }, function(count)
          counted(count, 'safe fix')
        end)
      end
    end,
  },
  converge = {
    run = function(client)
      send(client, 'converge', { here() })
    end,
  },
}

---@return string[]
local function names()
  local found = vim.tbl_keys(commands)
  table.sort(found)
  return found
end

---@param arguments string[] of :Anchorline
function M.run(arguments)
  if vim.fn.has('nvim-0.11') == 0 then
    say('Neovim 0.11 or later is needed', vim.log.levels.ERROR)
    return
  end
  local command = commands[arguments[1]]
  if not command then
    say('say what to do: ' .. table.concat(names(), ', '), vim.log.levels.WARN)
    return
  end
  local first = arguments[2]
  if first and not vim.list_contains(command.words or {}, first) then
    local words = command.words and 'may be followed by ' .. table.concat(command.words, ', ') or 'stands alone'
    say(('%s %s'):format(arguments[1], words), vim.log.levels.WARN)
    return
  end
  local client = server()
  if client then
    command.run(client, vim.list_slice(arguments, 2))
  end
end

---@param lead string what is being completed
---@param line string the command line
---@return string[]
function M.complete(lead, line)
  local before = vim.split(line:sub(1, #line - #lead), '%s+', { trimempty = true })
  local words = {}
  for at, word in ipairs(before) do
    if vim.startswith(word, 'Anch') or word:match('Anchorline$') then
      before = vim.list_slice(before, at + 1)
      break
    end
  end
  if #before == 0 then
    words = names()
  elseif #before == 1 and commands[before[1]] then
    words = commands[before[1]].words or {}
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, words)
end

---What the server is doing with the document in a buffer and what it found, in a few words; empty without a server.
---@param buffer? integer the current one when left out
---@return string
function M.statusline(buffer)
  return require('anchorline.status').text(buffer or 0)
end

return M
