/** The command that gets a token: what a client or a file chose is an argument, and never part of a line of a shell. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shellCall, tokenBy } from '../../src/cli/token-command.ts'
import { folderWith } from '../support/command-line.ts'
import { hostileStrings, markName } from '../support/hostile-strings.ts'

const signal = AbortSignal.timeout(600_000)
const echo = `"${process.execPath}" echo.cjs`
const files = { 'echo.cjs': 'console.log(encodeURIComponent(JSON.stringify(process.argv.slice(2))))' }
const words = (token: string): unknown => JSON.parse(decodeURIComponent(token))

test('the command gets two words as arguments, whatever is in them, and nothing of them runs', { timeout: 120_000 }, async () => {
  const folder = folderWith(files)
  // One process for several strings.
  for (let at = 0; at < hostileStrings().length; at += 8) {
    const scope = ['altinn:broker.read', ...hostileStrings().slice(at, at + 8)].join(' ').replaceAll('\0', '').toWellFormed()
    expect(words(await tokenBy(echo, folder)({ orgNo: '991825827', scope }, signal))).toEqual(['991825827', scope])
    expect(words(await tokenBy(echo, folder)({ orgNo: `9${scope}`, scope: 'a' }, signal))).toEqual([`9${scope}`, 'a'])
  }
  expect(readdirSync(folder)).toEqual(['echo.cjs'])
})

test('a command may be a pipeline: its last program gets the words', async () => {
  expect(await tokenBy('echo x | printf "%s-%s"', folderWith())({ orgNo: '1', scope: 'a b' }, signal)).toBe('1-a b')
})

test.each([
  ['cat', '-n', /begins with -/],
  ['cat', 'a\0b', /has a NUL/],
  ['echo x;', '991825827', /is not whole/],
  ['echo x &', '991825827', /is not whole/],
  ['echo x >', markName, /is not whole/],
])('%j with the word %j does not run', async (line, orgNo, why) => {
  const folder = folderWith()
  await expect(tokenBy(line, folder)({ orgNo, scope: 'a' }, signal)).rejects.toThrow(why)
  expect(existsSync(join(folder, markName))).toBe(false)
})

test('what no header takes is no token', async () => {
  const token = tokenBy('printf "a\\nb" #', folderWith())({ orgNo: '1', scope: 'a' }, signal)
  await expect(token).rejects.toThrow('printed what is no token: "a\\nb".')
})

test('a word that no system takes is refused with a sentence', async () => {
  await expect(tokenBy('echo', folderWith())({ orgNo: '1', scope: 'a'.repeat(4_000_000) }, signal)).rejects.toThrow(
    /^The command echo 1 .{450,}cannot run: .*E2BIG/,
  )
})

test('on Windows, cmd.exe gets plain letters only', () => {
  const scope = 'altinn:serviceowner/notifications.create altinn:broker.read'
  expect(shellCall('get token', ['991825827', scope], 'win32').args).toEqual(['/d', '/s', '/c', `"get token 991825827 "${scope}""`])
  for (const text of hostileStrings()) {
    if (/^[\w:./ ][\w:./ -]*$|^$/.test(text)) continue
    expect(() => shellCall('get', ['991825827', text], 'win32'), text).toThrow(/The command gets no /)
  }
})
