/** The line of progress: on a terminal, after a second, and gone at the end. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withProgress } from '../../../../src/apps/cli/frame/command.ts'
import { type Step, shownOn } from '../../../../src/apps/cli/frame/io.ts'
import { lineOf, showProgress } from '../../../../src/apps/cli/frame/progress.ts'
import { main } from '../../../../src/apps/cli/main.ts'
import { serverForFile } from '../../../support/command-line.ts'
import { published } from '../../../support/file-transfers.ts'
import { folderWith } from '../../../support/folder.ts'
import { hostileStrings } from '../../../support/hostile-strings.ts'

const { inNewWorld, url } = await serverForFile()

function terminal(isTTY = true, columns = 60) {
  const said: string[] = []
  const stream = { write: (part: string | Uint8Array) => said.push(String(part)), isTTY, columns }
  return { io: shownOn({ stdout: stream, stderr: stream, env: {}, folder: '' }), said }
}

function onFakeTime(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** What a reader sees at the end: each line of the screen, without what was written over it. */
const screen = (said: readonly string[]) =>
  said
    .join('')
    .split('\n')
    .map((line) =>
      line
        .split('\r')
        .reduce((before, part) => part + before.slice(part.length), '')
        .trimEnd(),
    )

test('what takes less than a second shows nothing', async () => {
  onFakeTime()
  const { io, said } = terminal()
  await showProgress(io.stderr, { does: 'Working' }, async () => void vi.advanceTimersByTime(900))

  expect(said).toEqual([])
})

test('after a second a line is there, it changes, and at the end it is gone', async () => {
  onFakeTime()
  const { io, said } = terminal()
  await showProgress(io.stderr, { does: 'Working' }, async ({ tell }) => {
    vi.advanceTimersByTime(1_000)
    expect(screen(said)).toEqual(['Working: 1 s'])
    tell({ does: 'Working', done: 3, of: 12, unit: 'runs' })
    vi.advanceTimersByTime(1_500)
    expect(screen(said)).toEqual(['Working: 3 of 12 runs, 2 s'])
  })

  expect(screen(said)).toEqual([''])
})

test('work that never waits is shown when it tells how far it is', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const { io, said } = terminal()
  await showProgress(io.stderr, { does: 'Making' }, async ({ tell }) => {
    for (let done = 0; done < 20; done++) {
      now += 100
      tell({ does: 'Making', done, of: 20, unit: 'contacts' })
    }
    expect(said.at(-1)).toContain('Making: ')
  })
  expect(said.filter((each) => each.includes('Making')).length).toBeLessThan(6)
})

test('the line goes too where the work fails', async () => {
  onFakeTime()
  const { io, said } = terminal()
  const failing = showProgress(io.stderr, { does: 'Working' }, async () => {
    vi.advanceTimersByTime(2_000)
    throw new Error('broken')
  })

  await expect(failing).rejects.toThrow('broken')
  expect(screen(said)).toEqual([''])
})

test('what is said meanwhile has lines of its own', async () => {
  onFakeTime()
  const { io, said } = terminal()
  await showProgress(io.stderr, { does: 'Working' }, async () => {
    vi.advanceTimersByTime(2_000)
    io.stderr.say('outage-all: exit code 0')
    vi.advanceTimersByTime(1_000)
    expect(screen(said)).toEqual(['outage-all: exit code 0', 'Working: 3 s'])
  })
})

test('bytes are counted as they pass, unchanged, with their rate', async () => {
  onFakeTime()
  const { io, said } = terminal()
  const bytes = () => new Blob([new Uint8Array(300_000).fill(7)]).stream()
  const passed = await showProgress(io.stderr, { does: 'Downloading a.pdf' }, async ({ counted }) => {
    vi.advanceTimersByTime(2_000)
    const whole = await new Response(counted(bytes(), { does: 'Downloading a.pdf', of: 600_000 })).bytes()
    vi.advanceTimersByTime(250)
    return whole
  })

  expect(passed).toEqual(new Uint8Array(300_000).fill(7))
  expect(said.some((each) => /Downloading a\.pdf: 300\.0 kB of 600\.0 kB, 1\d\d\.\d kB\/s/.test(each))).toBe(true)
})

const lines: [step: Step, ms: number, line: string][] = [
  [{ does: 'Waiting' }, 4_900, 'Waiting: 4 s'],
  [{ does: 'Trying', done: 7, unit: 'replays' }, 3_000, 'Trying: 7 replays, 3 s'],
  [{ does: 'Sending', done: 999, unit: 'bytes' }, 1_000, 'Sending: 999 B, 999 B/s'],
  [{ does: 'Sending', done: 0, of: 5_000, unit: 'bytes' }, 0, 'Sending: 0 B of 5.0 kB'],
  [{ does: 'Sending', done: 1_500_000_000, of: 2e12, unit: 'bytes' }, 10_000, 'Sending: 1.5 GB of 2.0 TB, 150.0 MB/s'],
]

test.each(lines)('%j after %i ms is said as "%s"', (step, ms, line) => {
  expect(lineOf(step, ms)).toBe(line)
})

test('the line fits the terminal, and no name in it controls the terminal', async () => {
  onFakeTime()
  for (const name of hostileStrings()) {
    const { io, said } = terminal(true, 30)
    await showProgress(io.stderr, { does: `Downloading ${name}` }, async () => void vi.advanceTimersByTime(1_500))
    const line = said.find((each) => each.includes('Downloading')) ?? ''

    expect(line.replace(/^\r *\r/, '').length).toBeLessThan(30)
    expect(line.replace(/^\r *\r/, '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
  }
})

test('nothing is shown where the output is not a terminal, and bytes pass unchanged', async () => {
  onFakeTime()
  const { io, said } = terminal(false)
  const bytes = new Blob(['a']).stream()
  await withProgress(io, { does: 'Working' }, async ({ tell, counted }) => {
    vi.advanceTimersByTime(5_000)
    tell({ does: 'Working', done: 1, of: 2 })
    expect(counted(bytes, { does: 'Working' })).toBe(bytes)
  })

  expect(said).toEqual([])
})

test('on a terminal the files of a snapshot and of a download are the same as in a pipe', async () => {
  const content = 'abc'.repeat(50_000)
  const { client, world } = inNewWorld()
  const id = await published(client, { content })
  const folder = folderWith()
  const stream = { write: () => true, isTTY: true, columns: 80 }
  const command = (...args: readonly string[]) => main([...args, '--url', url], { stdout: stream, stderr: stream, env: {}, folder })

  expect(await command('snapshots', 'save', 'state.json', '--world', world)).toBe(0)
  expect(await command('snapshots', 'load', 'state.json', '--world', `${world}-copy`)).toBe(0)
  expect(await command('files', 'download', id, '--output', 'copy.txt', '--world', `${world}-copy`)).toBe(0)
  expect(readFileSync(join(folder, 'copy.txt'), 'utf8')).toBe(content)
})
