-- The latest anchorline/status of each document, and the few words that a statusline has room for.

local M = {}

local LONGEST = 60 -- cells

---@class anchorline.Status
---@field uri string
---@field state string
---@field message string
---@field counts table<string, integer>

---@type table<integer, table<string, anchorline.Status>> by client, then by document
local known = {}

---@param count integer
---@param what string
local function counted(count, what)
  return ('%d %s%s'):format(count, what, count == 1 and '' or 's')
end

---@param counts table<string, integer>
---@return string
local function found(counts)
  local findings = (counts.error or 0) + (counts.warning or 0) + (counts.information or 0) + (counts.more or 0)
  local hints = counts.hint or 0
  if hints == 0 then
    return findings == 0 and 'no findings' or counted(findings, 'finding')
  end
  return findings == 0 and counted(hints, 'hint') or counted(findings, 'finding') .. ', ' .. counted(hints, 'hint')
end

---@type table<string, fun(status: anchorline.Status): string>
local words = {
  checking = function()
    return 'checking'
  end,
  reviewing = function(status)
    return 'reviewing ' .. status.message
  end,
  complete = function(status)
    return found(status.counts)
  end,
  offline = function(status)
    return found(status.counts) .. ' (checks only)'
  end,
  incomplete = function(status)
    return 'incomplete, ' .. status.message
  end,
  paused = function(status)
    return status.message == '' and 'paused' or 'paused: ' .. status.message
  end,
  failed = function(status)
    return status.message == '' and 'failed' or 'failed: ' .. status.message
  end,
}

---@param params anchorline.Status
---@param client_id integer
function M.update(params, client_id)
  if type(params) ~= 'table' or type(params.uri) ~= 'string' then
    return
  end
  known[client_id] = known[client_id] or {}
  known[client_id][params.uri] = {
    uri = params.uri,
    state = tostring(params.state),
    message = type(params.message) == 'string' and params.message or '',
    counts = type(params.counts) == 'table' and params.counts or {},
  }
  vim.api.nvim_exec_autocmds('User', { pattern = 'AnchorlineStatus', modeline = false, data = params })
  vim.cmd.redrawstatus({ bang = true })
end

---@param buffer integer
---@return string one line
function M.text(buffer)
  local client = vim.lsp.get_clients({ bufnr = buffer, name = 'anchorline' })[1]
  local status = client and known[client.id] and known[client.id][vim.uri_from_bufnr(buffer)]
  if not status then
    return ''
  end
  local say = words[status.state]
  local text = vim.trim((say and say(status) or status.message):gsub('%c', ' '))
  if vim.fn.strdisplaywidth(text) > LONGEST then
    text = vim.fn.strcharpart(text, 0, LONGEST - 1) .. '…'
  end
  return text
end

return M
