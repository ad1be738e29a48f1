/** Measures how soon a server notices that a client has left: from breaking off to the closed journal line. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Simulator } from '../src/index.ts'
import { getOrCreate } from '../src/wire/when-needed.ts'

export interface Stopwatch {
  /** The header that identifies the line of a call. */
  readonly header: string
  broke(call: string, kind: string): void
  /** Resolves when every line is closed. */
  settled(): Promise<void>
  table(): Record<string, Record<string, number>>
  end(): void
}

export function stopwatch({ world }: Simulator): Stopwatch {
  const header = 'x-call'
  const broken = new Map<string, { kind: string; at: number }>()
  const closed = new Set<string>()
  const times = new Map<string, number[]>()
  const end = world.journal.following.add({
    line({ requestHeaders }) {
      const call = String(requestHeaders[header] ?? '')
      closed.add(call)
      const abort = broken.get(call)
      if (abort) getOrCreate(times, abort.kind, () => [] as number[]).push(performance.now() - abort.at)
    },
    end() {},
  })
  return {
    header,
    broke(call, kind) {
      if (!closed.has(call)) broken.set(call, { kind, at: performance.now() })
    },
    async settled() {
      for (let tries = 0; tries < 100 && world.journal.calls.list().some(({ ms }) => ms === null); tries++) await wait(50)
    },
    table() {
      const all = [...times.values()].flat()
      return Object.fromEntries([...times, ['all', all] as const].map(([kind, list]) => [kind, percentiles(list)]))
    },
    end,
  }
}

function percentiles(times: readonly number[]): Record<string, number> {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100
  return { calls: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}
