-- Which finding the cursor is on. The server knows findings by an id that comes with each diagnostic.

local M = {}

---@param diagnostic vim.Diagnostic
---@return string?
local function id_of(diagnostic)
  return vim.tbl_get(diagnostic, 'user_data', 'lsp', 'data', 'id')
end

---@param diagnostic vim.Diagnostic
---@param row integer zero-based
---@param column integer bytes
local function holds(diagnostic, row, column)
  local after_start = row > diagnostic.lnum or (row == diagnostic.lnum and column >= diagnostic.col)
  local end_row = diagnostic.end_lnum or diagnostic.lnum
  local end_column = diagnostic.end_col or diagnostic.col
  return after_start and (row < end_row or (row == end_row and column <= end_column))
end

---Call `chosen` with the id of the finding under the cursor, or else of the one on its line. Several: the person picks.
---@param client vim.lsp.Client
---@param say fun(text: string, level?: integer)
---@param chosen fun(id: string)
function M.under_cursor(client, say, chosen)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  row = row - 1
  local namespace = vim.lsp.diagnostic.get_namespace(client.id)
  local on_line, under = {}, {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0, { namespace = namespace })) do
    if id_of(diagnostic) and row >= diagnostic.lnum and row <= (diagnostic.end_lnum or diagnostic.lnum) then
      table.insert(on_line, diagnostic)
      if holds(diagnostic, row, column) then
        table.insert(under, diagnostic)
      end
    end
  end
  local candidates = #under > 0 and under or on_line
  if #candidates == 0 then
    say('no finding on this line', vim.log.levels.WARN)
  elseif #candidates == 1 then
    chosen(id_of(candidates[1]))
  else
    vim.ui.select(candidates, {
      prompt = 'Which finding?',
      format_item = function(diagnostic)
        return diagnostic.message
      end,
    }, function(diagnostic)
      if diagnostic then
        chosen(id_of(diagnostic))
      end
    end)
  end
end

return M
