/** Measures how long each world is unavailable, with one client per world that calls available servers continuously. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Dice } from '../fuzz/dice.ts'
import type { Fleet, Server } from './fleet.ts'
import type { Reads } from './reads.ts'
import type { Seen } from './seen.ts'

export interface Probes {
  begin(): void
  /** Resolves once each world has answered a new call. Rejects after `patience` milliseconds. */
  allAnswer(patience: number): Promise<void>
  /** Returns the world that was unavailable for the longest time since the start, and for how many milliseconds. */
  longest(): { readonly world: string; readonly away: number }
  end(): Promise<void>
}

const between = 60

interface Probe {
  readonly world: string
  /** Time when the last answered call was sent. */
  answered: number
  away: number
}

/** Gives up when the server becomes unavailable, as a load balancer would. The client then retries. */
async function unlessAway(server: Server | undefined, read: Promise<boolean>): Promise<boolean> {
  const broken = Promise.withResolvers<boolean>()
  const breakOff = () => broken.resolve(false)
  const signal = server?.leaving.signal
  signal?.addEventListener('abort', breakOff)
  try {
    return await Promise.race([read, broken.promise])
  } finally {
    signal?.removeEventListener('abort', breakOff)
  }
}

export function startProbes(worlds: readonly string[], fleet: Fleet, reads: Reads, seen: Seen, dice: Dice): Probes {
  let [isEnded, began] = [false, performance.now()]
  const probes = worlds.map((world): Probe => ({ world, answered: 0, away: 0 }))

  async function run(probe: Probe): Promise<void> {
    /** Time when the first unanswered call was sent. */
    let since: number | undefined
    while (!isEnded) {
      const sent = performance.now()
      const counter = seen.counters.get(probe.world) ?? { answered: 0, sent: 0 }
      const server = fleet.one(dice)
      if (await unlessAway(server, reads.counter(probe.world, counter, { server }))) {
        probe.away = Math.max(probe.away, performance.now() - Math.max(since ?? sent, began))
        probe.answered = sent
        since = undefined
      } else since ??= sent
      await pause(between)
    }
  }
  const running = probes.map(run)
  return {
    begin() {
      began = performance.now()
      for (const probe of probes) probe.away = 0
    },
    async allAnswer(longest) {
      const now = performance.now()
      for (;;) {
        const away = probes.filter(({ answered }) => answered < now)
        if (away.length === 0) return
        if (performance.now() - now > longest)
          throw new Error(`These worlds were unavailable for ${longest / 1000} seconds: ${away.map(({ world }) => world).join(', ')}`)
        await pause(20)
      }
    },
    longest: () => probes.reduce((one, other) => (other.away > one.away ? other : one)),
    async end() {
      isEnded = true
      await Promise.all(running)
    },
  }
}
