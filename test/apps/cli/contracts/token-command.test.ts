/** The command that gets a token: what a client or a file chose comes in variables, and is never part of a line of a shell. */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tokenBy } from '../../../../src/apps/cli/contracts/token-command.ts'
import { folderWith } from '../../../support/folder.ts'
import { hostileStrings } from '../../../support/hostile-strings.ts'

const signal = AbortSignal.timeout(600_000)
const echo = `"${process.execPath}" echo.cjs`
const files = {
  'echo.cjs': `const { STANDIN_ORG_NO, STANDIN_SCOPES, STANDIN_ORG, STANDIN_CLIENT_ID } = process.env
    console.log(encodeURIComponent(JSON.stringify([process.argv.length, STANDIN_ORG_NO, STANDIN_SCOPES, STANDIN_ORG, STANDIN_CLIENT_ID])))`,
}
const words = (token: string): unknown => JSON.parse(decodeURIComponent(token))

test('the command gets a caller in variables, whatever is in them, and nothing of them runs', { timeout: 120_000 }, async () => {
  const folder = folderWith(files)
  // One process for several strings.
  for (let at = 0; at < hostileStrings().length; at += 8) {
    const scope = ['altinn:broker.read', ...hostileStrings().slice(at, at + 8)].join(' ').replaceAll('\0', '').toWellFormed()
    const caller = { orgNo: `9${scope}`, scope, org: scope, clientId: scope }
    expect(words(await tokenBy(echo, folder)(caller, signal))).toEqual([2, `9${scope}`, scope, scope, scope])
  }
  expect(readdirSync(folder)).toEqual(['echo.cjs'])
})

test('a caller without a code and a client id leaves their variables out', async () => {
  expect(words(await tokenBy(echo, folderWith(files))({ orgNo: '1', scope: 'a b' }, signal))).toEqual([2, '1', 'a b', null, null])
})

test.each([
  ['printf "a\\nb"', /printed something that is not a token: "a\\nb"\. \(STANDIN_ORG_NO was 1, and STANDIN_SCOPES "a"\.\)$/],
  ['true', /^The command "true" printed no token\. \(STANDIN_ORG_NO was 1/],
  ['echo no key >&2; exit 3', /^Command "echo no key >&2; exit 3" ended with 3\. no key \(STANDIN_ORG_NO was 1/],
])('%j gives no token, and the message says whose', async (line, why) => {
  await expect(tokenBy(line, folderWith())({ orgNo: '1', scope: 'a' }, signal)).rejects.toThrow(why)
})

test.each([
  ['a\0b', /^Command "echo" cannot run: .*null bytes/],
  ['a'.repeat(4_000_000), /^Command "echo" cannot run: .*E2BIG/],
])('a variable that no system takes is refused with a sentence', async (scope, why) => {
  await expect(tokenBy('echo', folderWith())({ orgNo: '1', scope }, signal)).rejects.toThrow(why)
})
