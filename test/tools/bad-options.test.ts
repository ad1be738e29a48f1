/** Scripts refuse options that they do not know: nobody takes another run for the one that was asked for. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const ended = (file: string, args: readonly string[]) =>
  new Promise<[code: unknown, err: string]>((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd: root }, (error, _, err) => resolve([error ? error.code : 0, err]))
  })

test.each([
  [['--round', '3'], 'There is no option --round. Did you mean --rounds?'],
  [['--rounds', '0'], '--rounds is "0". Use a whole number from 1 to 100000.'],
  [['--store', 'postgres', '--only', 'flood'], '--only is "flood".'],
  [['--only', 'stop'], 'SQLite has a single server, so --only must be kill, clockBack or clockForth.'],
])('the kill test refuses %j', async (args, text) => {
  const [code, said] = await ended('tools/kill/main.ts', args)
  expect([code, said]).toEqual([2, expect.stringContaining(text)])
})
