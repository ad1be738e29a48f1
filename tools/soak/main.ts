/**
 * Runs a server under mixed traffic for a long time: `npm run soak -- --minutes 60`. Mixed traffic includes scenarios that are switched on
 * and off, worlds that are created and dropped, clients that disconnect, and clocks that move. Fails if memory, handles or files grow, or
 * if the server replies with an internal error.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { option, wholeNumber } from '../../src/apps/cli/frame/option.ts'
import { createDice } from '../fuzz/dice.ts'
import { optionsOrExit, positive } from '../options.ts'
import { useOwnTemporaryFolder } from '../temporary-folder.ts'
import { act } from './acts.ts'

useOwnTemporaryFolder()

const {
  minutes,
  seed,
  clients: many,
} = optionsOrExit({
  minutes: option('The duration in minutes', positive(100_000), 1),
  seed: option('The seed of the random acts', wholeNumber(Number.MIN_SAFE_INTEGER), 1),
  clients: option('The number of clients', wholeNumber(1, 1_000), 16),
})
const milliseconds = minutes * 60_000
const samples = 20
/** Fraction of the time used for the warm-up, while code is compiled and journals fill up. */
const warm = 0.4

const child = spawn(process.execPath, ['--expose-gc', new URL('./server.ts', import.meta.url).pathname], {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
})
const { stdout: said } = child
if (!said) throw new Error('The server printed nothing.')
const [line] = (await once(createInterface(said), 'line')) as [string]
const url = line.trim()
let ended = false
child.on('exit', (code) => {
  if (!ended) throw new Error(`The server exited with code ${code}.`)
})

interface Sample {
  readonly heap: number
  readonly handles: number
  readonly files: number
}

async function sample(): Promise<Sample> {
  child.send('sample')
  const [said] = (await once(child, 'message')) as [Sample]
  return said
}

const until = performance.now() + milliseconds
const counts: Record<string, number> = {}
let paused: Promise<void> | undefined

async function client(nth: number): Promise<void> {
  for (let step = 0; performance.now() < until; step++) {
    await paused
    const what = await act(createDice('soak', seed, nth, step), url)
    counts[what] = (counts[what] ?? 0) + 1
  }
}

const clients = Array.from({ length: many }, (_, nth) => client(nth))
const taken: Sample[] = []
for (let nth = 1; nth <= samples; nth++) {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, until - milliseconds * (1 - nth / samples) - performance.now())))
  const { promise, resolve } = Promise.withResolvers<void>()
  paused = promise
  // Waits until calls in flight have ended and connections are idle.
  await new Promise((later) => setTimeout(later, 300))
  taken.push(await sample())
  paused = undefined
  resolve()
}
await Promise.all(clients)
ended = true
child.kill('SIGTERM')

const middle = (all: readonly number[]) => all.toSorted((one, other) => one - other)[all.length >> 1] ?? 0
const settled = taken.slice(Math.floor(samples * warm))
const half = settled.length >> 1
const rows = (['heap', 'handles', 'files'] as const).map((what) => {
  const [before, after] = [settled.slice(0, half), settled.slice(half)].map((part) => middle(part.map((each) => each[what]))) as [
    number,
    number,
  ]
  return { what, before, after, grows: after > before * 1.1 + (what === 'heap' ? 5_000_000 : 20) }
})
console.log(`${minutes} minutes, seed ${seed}, ${many} clients: ${Object.values(counts).reduce((sum, one) => sum + one, 0)} acts.`)
console.log(
  Object.entries(counts)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([what, times]) => `${what} ${times}`)
    .join(', '),
)
for (const { what, before, after, grows } of rows)
  console.log(`${what}: ${before} in the first half after the warm-up, ${after} in the second${grows ? ': IT GROWS' : ''}.`)
process.exitCode = rows.some(({ grows }) => grows) || (counts.defect ?? 0) > 0 ? 1 : 0
