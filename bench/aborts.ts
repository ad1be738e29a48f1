/** Breaks calls off at seeded moments and measures what they leave and how soon the server notices. */
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { createSimulator, startSimulator } from '../src/index.ts'
import { random } from '../src/world/random.ts'
import { breaking, type Kind } from './breaking.ts'
import { parties } from './calls.ts'
import { leftOf } from './left.ts'
import { stopwatch } from './stopwatch.ts'

const wanted = 10_000
const atOnce = 4
const capacity = 100_000

const plain = createSimulator()
const { fixtures } = plain.world
plain.close()
const rows = ['initialize', 'upload', 'overview', 'download'].map((row) => [`fileTransfer.${row}`, capacity])
const callers = Object.values(parties).map(({ orgNo }) => ({ orgNo, limits: Object.fromEntries(rows) }))
const running = await startSimulator({
  port: 0,
  clock: 'frozen',
  rateLimits: 'current',
  journal: 10 * wanted,
  fixtures: { ...fixtures, callers },
})
const { simulator, port, close } = running
const watch = stopwatch(simulator)
const { kinds, breakOff, retry } = await breaking(simulator, port, watch, random('aborts', 1))

const tally: Record<string, { 'broken off': number; whole: number }> = Object.fromEntries(
  kinds.map((kind) => [kind, { 'broken off': 0, whole: 0 }]),
)
const began = performance.now()
let broken = 0
let nth = 0
async function breakMany(): Promise<void> {
  while (broken < wanted) {
    const kind = kinds[nth++ % kinds.length] as Kind
    for (const was of await breakOff(kind, nth)) {
      const counts = tally[kind]
      if (counts) counts[was ? 'broken off' : 'whole']++
      if (was) broken++
    }
  }
}
await Promise.all(Array.from({ length: atOnce }, breakMany))
const seconds = (performance.now() - began) / 1000
// One call at a time, to measure the server without waiting calls.
for (const kind of kinds) for (let call = 0; call < 300; call++) await breakOff(kind, ++nth, `${kind}, one at a time`)
await watch.settled()
const retried = await retry()
const left = leftOf(simulator)
watch.end()
await close()
await wait(100)

const after = {
  ...left,
  'retries that were not answered 200 or 201': retried,
  'files after closing': readdirSync(tmpdir()).filter((name) => name.startsWith(`standin-${process.pid}-`)).length,
  'handles left': process.getActiveResourcesInfo().filter((name) => /TCP|FS/.test(name)).length,
}
console.log(`${broken} calls broken off in ${seconds.toFixed(0)} s, ${atOnce} at once.`)
console.table(tally)
console.log('Milliseconds from breaking off to the closed journal line:')
console.table(watch.table())
console.log('What is left (everything should be 0):')
console.table(after)
if (Object.values(after).some((count) => count !== 0)) process.exitCode = 1
