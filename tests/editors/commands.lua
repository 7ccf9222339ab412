-- Driven by test_neovim.py: every word of :Anchorline, with reviewers that answer from a script. "SLOW" in the text
-- makes no difference to them; the second review by command waits for half a minute, and is cancelled.

local kit = dofile(vim.env.KIT)
local statusline = function()
  return require('anchorline').statusline()
end
local function status_is(step, text)
  kit.expect(step .. ', not ' .. vim.inspect(statusline()), function()
    return statusline() == text
  end)
end

kit.open({
  settings = { anchorline = { provider = 'scripted:' .. vim.env.SCRIPT, review = { settle_ms = 0 } } },
})
kit.shown('the check is shown', { 'count-mismatch' })
status_is('the checks alone', '1 finding (checks only)')

-- Review: all answer, and the statusline counts what they found.
local seen = {}
vim.api.nvim_create_autocmd('User', {
  pattern = 'AnchorlineStatus',
  callback = function(event)
    table.insert(seen, event.data.state)
    table.insert(seen, statusline())
  end,
})
vim.cmd('Anchorline review')
kit.shown('the models have read', { 'coherence/ambiguity', 'coherence/contradiction', 'count-mismatch' })
status_is('everybody has read', '2 findings, 1 hint')
for _, state in ipairs({ 'checking', 'reviewing', 'complete' }) do
  kit.equal(state .. ' was notified', vim.list_contains(seen, state), true)
end
kit.equal('progress was shown', vim.list_contains(seen, 'reviewing 0 of 2'), true)

-- Dismiss, and take it back.
kit.cursor_on('coherence/contradiction')
vim.cmd('Anchorline dismiss finding it is meant so')
kit.shown('the finding is dismissed', { 'coherence/ambiguity', 'count-mismatch' })
vim.cmd('Anchorline undismiss')
kit.shown('the finding is back', { 'coherence/ambiguity', 'coherence/contradiction', 'count-mismatch' })
kit.was_said('the count is said', 'decisions are taken back')

-- Nothing under the cursor, and words that are none.
vim.api.nvim_win_set_cursor(0, { 2, 0 })
vim.cmd('Anchorline dismiss')
kit.was_said('there is nothing here', 'no finding on this line')
vim.cmd('Anchorline dismiss everywhere')
kit.was_said('a scope that is none', 'dismiss may be followed by finding, file, workspace')
vim.cmd('Anchorline review now')
kit.was_said('a word too many', 'review stands alone')
vim.cmd('Anchorline')
kit.was_said('no word at all', 'say what to do: apply, ask, cancel, converge')

-- Defer: an entry at the end, and the finding is gone. One undo takes the entry out.
kit.break_undo()
kit.cursor_on('coherence/contradiction')
vim.cmd('Anchorline defer')
kit.expect('the entry is written', function()
  return kit.holds('## Deferred / Open Questions')
end)
kit.expect('the finding is deferred', function()
  return kit.finding('coherence/contradiction') == nil
end)

-- Apply.
kit.break_undo()
vim.cmd('Anchorline apply')
kit.expect('the safe fix is applied', function()
  return kit.holds('three implementation units')
end)
kit.was_said('how many', '1 safe fix')
vim.cmd.undo()
kit.equal('one undo takes it back', kit.holds('four implementation units'), true)
vim.cmd('Anchorline apply proposed')
kit.was_said('there is none', 'there is no proposed fix to apply')

-- Pause and resume.
vim.cmd('Anchorline pause')
kit.was_said('it pauses', 'reviewing this document is paused')
status_is('it is paused', 'paused')
vim.cmd('Anchorline pause')
kit.was_said('it goes on', 'reviewing this document goes on')
kit.expect('it is not paused', function()
  return statusline() ~= 'paused'
end)
vim.cmd('Anchorline pause all')
kit.was_said('all pauses', 'reviewing is paused')
vim.cmd('Anchorline pause all')
kit.was_said('all goes on', 'reviewing goes on')

kit.expect('the checks are done', function()
  return statusline():find('finding', 1, true) ~= nil
end)

-- Cancel: nothing is stopped where nothing runs, now or a moment later. A thorough review asks anew, and this time the
-- script takes its time.
kit.expect('nothing runs', function()
  local before = #kit.said
  vim.cmd('Anchorline cancel')
  return vim.wait(5000, function()
    return #kit.said > before
  end, 20) and kit.said[#kit.said]:find('no review was running', 1, true) ~= nil
end)
vim.cmd('Anchorline thorough')
kit.expect('it reviews', function()
  return statusline():find('reviewing %d of 2') ~= nil
end)
vim.cmd('Anchorline cancel')
kit.was_said('it is cancelled', 'the review is cancelled')
kit.expect('it reviews no more', function()
  return statusline():find('reviewing', 1, true) == nil
end)

-- Converge: sent where the server has it.
local commands = kit.client().server_capabilities.executeCommandProvider.commands
local sent
local request = kit.client().request
kit.client().request = function(self, method, params, ...)
  sent = params.command
  return request(self, method, params, ...)
end
if not vim.list_contains(commands, 'anchorline.converge') then
  vim.cmd('Anchorline converge')
  kit.was_said('the server has no such command', 'this server has no command anchorline.converge')
  table.insert(commands, 'anchorline.converge')
end
vim.cmd('Anchorline converge')
kit.equal('the command is sent', sent, 'anchorline.converge')

-- Ask: the settings name the model, so there is nothing to ask.
vim.cmd('Anchorline ask')
kit.was_said('nobody is asked', 'Your own settings say which model reads')
kit.was_said('nothing is forgotten', '0 answers are forgotten')

-- The report takes the window, and is no document to review.
vim.cmd('Anchorline report')
kit.expect('the report is shown', function()
  return kit.holds('# Review of plan.md') and vim.bo.filetype == 'markdown'
end)
kit.equal('nothing is found in it', vim.diagnostic.get(0), {})

-- Without a server.
vim.cmd.enew()
vim.cmd('Anchorline review')
kit.was_said('nobody serves it', 'no server runs for this buffer')
kit.equal('and the statusline is empty', statusline(), '')
kit.done()
