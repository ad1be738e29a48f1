/** The options of tools. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { option, wholeNumber } from '../../src/apps/cli/frame/option.ts'
import { positive, readOptions } from '../../tools/options.ts'

const root = join(import.meta.dirname, '../..')
const options = { minutes: option('How long', positive(100), 1), seed: option('The seed', wholeNumber(Number.MIN_SAFE_INTEGER), 1) }

test.each([
  ['', { minutes: 1, seed: 1 }],
  ['--minutes 0.5 --seed -3', { minutes: 0.5, seed: -3 }],
  ['--minutes=60', { minutes: 60, seed: 1 }],
])('the options %s are read', (line, values) => {
  expect(readOptions(options, line.split(' ').filter(Boolean))).toEqual(values)
})

test.each([
  ['--minutes x', '--minutes is "x". Use a number such as 60 or 0.5.'],
  ['--minutes 0', '--minutes is "0". Use a number above 0 and at most 100.'],
  ['--minutes 101', '--minutes is "101". Use a number above 0 and at most 100.'],
  ['--minutes', '--minutes needs a value, such as --minutes 1.'],
  ['--seed abc', '--seed is "abc". Use a whole number.'],
  ['--sed 3', 'There is no option --sed. Did you mean --seed? Valid: --seed, --minutes.'],
  ['60', 'There is no argument "60". Options start with --.'],
])('the options %s are refused', (line, said) => {
  expect(() => readOptions(options, line.split(' '))).toThrow(said)
})

test.each([
  ['tools/fuzz/main.ts', ['--count', '-1'], '--count is "-1". Use a whole number from 1.\n'],
  ['tools/soak/main.ts', ['--clients', '0'], '--clients is "0". Use a whole number from 1 to 1000.\n'],
])('%s says which option is wrong, and does nothing', (file, args, said) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { cwd: root, encoding: 'utf8' })

  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: said })
})

test('the server of a soak ends with it', async () => {
  const child = spawn(process.execPath, ['tools/soak/server.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout ?? child, 'data')
  const ended = once(child, 'exit')
  child.disconnect()

  expect(await ended).toEqual([0, null])
})
