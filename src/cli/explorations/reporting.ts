/** Reports an exploration to servers, whose dashboards show it. */
import { keepExploration } from '../../control/exploration.ts'
import type { Exploration } from '../../control-replies/exploration.ts'
import type { Explored } from '../../explore/report.ts'
import type { Progress } from '../../explore/search.ts'
import type { Simulator } from '../../index.ts'
import { type Connection, remote } from '../remote.ts'
import { secondsLeft } from './progress.ts'

export interface Reporting {
  progress(now: Progress): void
  /** Rejects where a server does not take the report. */
  end(explored: Explored): Promise<void>
}

/** A server takes what an exploration reports. */
export type Taker = (exploration: Exploration) => Promise<unknown>

export const takerIn =
  (simulator: Simulator): Taker =>
  async (exploration) =>
    keepExploration(simulator, exploration)

/** Rejects where the server does not answer. */
export function takerAt(url: string, adminToken: string): Taker {
  const connection: Connection = { url, world: 'default', environment: 'test', adminToken, json: false }
  return (body) => remote(connection).call('control.reportExploration', { body })
}

/** Rejects where a taker does not answer. `time`: real milliseconds that the search may take. */
export async function reporting(takers: readonly Taker[], command: string, time: number | undefined): Promise<Reporting> {
  let newest: Exploration = { command, progress: null, report: null }
  const send = () => Promise.all(takers.map((take) => take(newest)))
  await send()
  let sending: Promise<unknown> | undefined
  return {
    // A server that is slow gets what is newest then.
    progress(now) {
      const { runs, of, met, points, failed, reducing } = now
      newest = {
        ...newest,
        progress: {
          runs,
          of: of === Number.MAX_SAFE_INTEGER ? null : of,
          met,
          points,
          failed,
          secondsLeft: reducing === undefined ? secondsLeft(now, time) : null,
          ...(reducing !== undefined && { reducing }),
        },
      }
      sending ??= send()
        .catch(() => {})
        .finally(() => {
          sending = undefined
        })
    },
    async end(explored) {
      await sending
      newest = { ...newest, report: plain(explored) }
      await send()
    },
  }
}

const plain = ({
  findings,
  seenOnce,
  points,
  unstable,
  refused,
  badWithoutFaults,
  ...rest
}: Explored): NonNullable<Exploration['report']> => ({
  ...rest,
  findings: findings.map((finding) => ({ ...finding, faults: [...finding.faults], scenario: { ...finding.scenario } })),
  seenOnce: [...seenOnce],
  points: [...points],
  unstable: [...unstable],
  refused: [...refused],
  badWithoutFaults: [...badWithoutFaults],
})
