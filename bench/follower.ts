/** Measures what one reader of the journal's stream costs the server, per call: paired, in one run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { readEvents } from '../src/control/serving/event-stream.ts'
import { overviewCalls } from './calls.ts'
import { begin, type Used } from './child.ts'
import type { Load, Loaded } from './load.ts'
import { median } from './median.ts'
import type { Started } from './standin.ts'

const rounds = 9
const most = 1.1

interface Batch {
  readonly lines: readonly unknown[]
  readonly leftOut: number
}

/** Reads the stream until it is told to stop, and counts what came. */
async function follow(port: number) {
  const leaving = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/_standin/journal/stream?jobs=also`, { signal: leaving.signal })
  if (!response.body) throw new Error('There is no stream.')
  const counts = { events: 0, lines: 0, leftOut: 0 }
  const { body } = response
  const reading = (async () => {
    for await (const data of readEvents(body)) {
      const { lines, leftOut } = JSON.parse(data) as Batch
      counts.events++
      counts.lines += lines.length
      counts.leftOut += leftOut
    }
  })().catch(() => {})
  return async () => {
    // The last lines are on their way.
    await new Promise((resolve) => setTimeout(resolve, 300))
    leaving.abort()
    await reading
    return counts
  }
}

const [standin, caller] = [begin('standin.ts'), begin('load.ts')]
try {
  const { port, tokens, ids } = await standin.ask<Started>('start', { records: 1_000 })
  const requests = overviewCalls(tokens.sender, ids)
  /** Microseconds of the server's CPU per call. */
  async function cost(): Promise<{ cpu: number; rate: number; calls: number }> {
    const plan: Load = { port, connections: 32, seconds: 2, requests, firstNumber: 0, patient: true }
    const before = await standin.ask<Used>('used')
    const { calls, seconds } = await caller.ask<Loaded>('load', plan)
    const after = await standin.ask<Used>('used')
    return { cpu: ((after.cpu - before.cpu) / calls) * 1000, rate: calls / seconds, calls }
  }
  await cost()
  const all = []
  for (let round = 0; round < rounds; round++) {
    const alone = await cost()
    const leave = await follow(port)
    const followed = await cost()
    all.push({ alone, followed, counts: await leave() })
  }
  const ratio = median(all.map(({ alone, followed }) => followed.cpu / alone.cpu))
  const result = {
    alone: median(all.map(({ alone }) => alone.cpu)),
    followed: median(all.map(({ followed }) => followed.cpu)),
    rate: Math.round(median(all.map(({ followed }) => followed.rate))),
    ratio,
    all,
  }
  console.table(
    all.map(({ alone, followed, counts }) => ({
      'µs a call, alone': alone.cpu.toFixed(1),
      followed: followed.cpu.toFixed(1),
      ratio: (followed.cpu / alone.cpu).toFixed(3),
      'calls/s': Math.round(followed.rate),
      ...counts,
      lost: followed.calls - counts.lines - counts.leftOut,
    })),
  )
  console.log(
    `Median ratio: ${ratio.toFixed(3)} (at most ${most}), ${result.alone.toFixed(1)} → ${result.followed.toFixed(1)} µs of CPU a call.`,
  )
  mkdirSync('out', { recursive: true })
  writeFileSync('out/bench-follower.json', `${JSON.stringify(result, null, 2)}\n`)
  if (ratio > most) process.exitCode = 1
} finally {
  await Promise.all([standin.stop(), caller.stop()])
}
