import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commandText, without } from '../src/core/commandLine'
import { childEnvironment } from '../src/core/environment'
import { label } from '../src/core/escape'
import { chosen, serverKeys, textOf } from '../src/core/settings'

describe('a label', () => {
  it.each([
    ['plain words', 'plain words'],
    ['two\n\tlines', 'two lines'],
    ['$(flame) hot', '$\u2009(flame) hot'],
    ['a\u202Eb\u200Bc\u0000d', 'a\ufffdb\ufffdc\ufffdd'],
    ['x\u{e0041}y', 'x\ufffdy'],
  ])('%j is shown as %j', (text, shown) => {
    expect(label(text)).toBe(shown)
  })
  it('is cut at characters, not in the middle of one', () => {
    expect(label('😀'.repeat(10), 4)).toBe('😀😀😀…')
  })
})

describe('a command in the log', () => {
  it.each([[['/bin/sh']], [['/a b/python', '-m', "it's", '$HOME', '']]])('%j can be pasted into a shell', (words) => {
    const [command = '', ...args] = words
    const text = commandText(command, args, 'linux')
    const seen = execFileSync('sh', ['-c', `printf '%s\\0' ${text}`]).toString().split('\0').slice(0, -1)
    expect(seen).toEqual(words)
  })
  it('is quoted for Windows too', () => {
    expect(commandText('C:\\Program Files\\py.exe', ['-m', 'a"b', 'c:\\x y\\'], 'win32')).toBe('"C:\\Program Files\\py.exe" -m "a\\"b" "c:\\x y\\\\"')
  })
  it('never holds a key', () => {
    expect(without('sk-1', 'failed with sk-1')).toBe('failed with ***')
    expect(without(undefined, 'as it is')).toBe('as it is')
  })
})

describe('the environment of the server', () => {
  it('holds the key, and keeps Python from importing what lies around', () => {
    expect(childEnvironment({ PATH: '/bin', NOTHING: undefined }, 'sk-1')).toEqual({ PATH: '/bin', PYTHONSAFEPATH: '1', ANTHROPIC_API_KEY: 'sk-1' })
  })
  it('leaves a key of the environment alone when none is stored', () => {
    expect(childEnvironment({ ANTHROPIC_API_KEY: 'theirs' }, undefined)['ANTHROPIC_API_KEY']).toBe('theirs')
  })
})

describe('settings that are sent', () => {
  it('are those that a person has set, never a default', () => {
    const inspected: Record<string, object> = { a: { globalValue: 1 }, b: {}, c: { workspaceFolderValue: false }, d: { globalValue: null } }
    expect(chosen(['a', 'b', 'c', 'd', 'e'], (key) => inspected[key], (key) => ({ a: 1, b: 2, c: false, d: null })[key])).toEqual({ a: 1, c: false })
  })
  it('are those that the server knows', () => {
    expect(serverKeys({ 'anchorline.path': {}, 'anchorline.review.on': {} }, ['path'])).toEqual(['review.on'])
  })
  it('are text where text is meant, whatever a settings file holds', () => {
    expect([' /a ', '', null, undefined, 5, ['/a'], {}].map(textOf)).toEqual(['/a', '', '', '', '', '', ''])
  })
})
