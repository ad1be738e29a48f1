/** Scripts refuse options that they do not know: nobody takes another run for the one that was asked for. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const ended = (file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  new Promise<[code: unknown, err: string]>((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd: root, env: { ...process.env, ...env } }, (error, _, err) =>
      resolve([error ? error.code : 0, err]),
    )
  })

test.each([
  [['--rounds', '3'], {}, '"--rounds" is not an option. Set ROUNDS, CLIENTS and SYNC in the environment: ROUNDS=5 npm run kill-test.'],
  [[], { ROUNDS: '0' }, 'ROUNDS is "0". Use a whole number from 1.'],
  [[], { SYNC: 'disk' }, 'SYNC is "disk". Valid: process, power.'],
])('the kill test refuses %j %j', async (args, env, text) => {
  expect(await ended('tools/kill/main.ts', args, env)).toEqual([2, `${text}\n`])
})
