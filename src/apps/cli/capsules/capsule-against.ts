/** Replays a capsule's calls against another server, and lists the differences between the replies. */

import type { Difference } from '../../../control/compare.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { isLoopback } from '../../../service/world/outgoing.ts'
import { readCapsuleFile, storedWith } from '../../capsules/files.ts'
import { type TakenStep, takeSteps } from '../../capsules/take-steps.ts'
import type { Io } from '../frame/io.ts'
import { counted } from '../frame/print.ts'
import { type ServerAsked, withOtherServer } from './other-server.ts'

export interface Against extends ServerAsked {
  readonly allowHost: boolean
  readonly maxCapsule: number
}

type AgainstReply = Awaited<ReturnType<typeof replayAgainst>>

interface Compared {
  readonly operation: string
  readonly calls: number
  readonly differences: readonly (Difference & { readonly call: string })[]
}

export async function replayAgainst(against: Against, io: Io) {
  const { file, url, allowHost } = against
  if (!isLoopback(new URL(url).hostname) && !allowHost)
    throw new Misuse(
      `--against is ${url}, which is not on this machine. The calls have real effects there: orders are sent. To allow this, add --allow-host.`,
    )
  const capsule = await readCapsuleFile(file, against.maxCapsule)
  const { taken, leftOut } = await withOtherServer(against, capsule, io, (server) => takeSteps(capsule, { server, ...storedWith(file) }))
  const same = taken.filter(({ differences }) => differences.length === 0).length
  return { file, url, calls: taken.length, same, leftOut, operations: byOperation(taken) }
}

const byOperation = (taken: readonly TakenStep[]): Compared[] =>
  [...Map.groupBy(taken, ({ step }) => step.operation)].map(([operation, steps]) => ({
    operation,
    calls: steps.length,
    differences: steps.flatMap(({ step: { number, world }, differences }) => {
      const call = number === null ? operation : `${world === 'default' ? '' : `${world}/`}${number}`
      return differences.map((each) => ({ call, ...each }))
    }),
  }))

/** Maximum number of differences shown per operation. */
const mostShown = 10

export function againstText({ url, calls, same, leftOut, operations }: AgainstReply): string[] {
  const groups = operations.flatMap(({ operation, calls: of, differences }) => {
    if (differences.length === 0) return []
    const differing = new Set(differences.map(({ call }) => call)).size
    const lines = differences
      .slice(0, mostShown)
      .map(({ call, where, expected, got }) => `  call ${call}, ${where}: expected ${shown(expected)}, got ${shown(got)}`)
    const more = differences.length > mostShown ? [`  and ${differences.length - mostShown} more (--json lists all)`] : []
    return [`${operation}: ${differing} of ${counted(of, 'call')} differ`, ...lines, ...more]
  })
  const missing = [...Map.groupBy(leftOut, ({ why }) => why)].map(
    ([why, all]) => `Left out: ${counted(all.length, 'call')}, because ${why}.`,
  )
  return [...groups, ...missing, `${same} of ${counted(calls, 'call')} got the same reply from ${url}.`]
}

const shown = (value: unknown) => (value === undefined ? 'nothing' : (JSON.stringify(value) ?? '').slice(0, 200))
