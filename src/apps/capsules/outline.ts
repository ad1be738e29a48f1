/** A capsule's outline: one entry for each call, and for the events in between. */
import type { CapsuleLine } from '../../control/capsule-lines.ts'
import type { Capsule, RecordedCall } from './read-capsule.ts'

interface OutlineEntry {
  /** Milliseconds since the recording started. */
  readonly after: number
  readonly world: string
  /** The call number in `x-standin-call`. `null` if the call is not to the service. */
  readonly call: number | null
  readonly what: string
  readonly status: number | null
  /** A remark on something unusual. */
  readonly note: string | null
}

/** Call counts for a capsule, the same in every command. */
export interface Counts {
  /** Calls to the service, plus control calls that change something. */
  readonly calls: number
  /** Number of control calls among them. */
  readonly controlCalls: number
}

export const countsOf = ({ calls }: Pick<Capsule, 'calls'>): Counts => ({
  calls: calls.size,
  controlCalls: [...calls.values()].filter(({ arrival }) => arrival.event === 'control').length,
})

export function outlineOf({ head, lines, calls }: Capsule): OutlineEntry[] {
  return lines.flatMap((line) => {
    const entry = entryOf(line, calls)
    return entry ? [{ after: 'at' in line ? Math.max(0, line.at - head.at) : 0, ...entry }] : []
  })
}

const noCall = { world: '', call: null, what: '', status: null, note: null }

function entryOf(line: CapsuleLine, calls: Capsule['calls']): Omit<OutlineEntry, 'after'> | undefined {
  switch (line.event) {
    case 'call':
    case 'control': {
      const { world, method, url } = line
      const recorded = calls.get(line.n)
      const number = line.event === 'call' ? line.number : null
      return { world, call: number, what: `${method} ${url}`, status: recorded?.reply?.status ?? null, note: noteOf(recorded) }
    }
    case 'jobs':
      return { ...noCall, world: line.world, what: line.ids.length === 1 ? '1 job' : `${line.ids.length} jobs` }
    case 'outgoing':
      return { ...noCall, what: `Standin calls ${line.method} ${line.url}`, status: line.status ?? null, note: line.error ?? null }
    case 'stranger':
      return { ...noCall, world: line.world, what: 'a call that began before the capsule changes the world' }
    default:
      return undefined
  }
}

function noteOf(recorded: RecordedCall | undefined): string | null {
  if (!recorded) return null
  const { reply, gone, body, sent, stage } = recorded
  const notes = [
    gone && `the client left${stage === undefined ? '' : ` at the stage ${stage}`}`,
    body?.ended === 'gone' && `${body.size ?? body.received ?? 0} bytes had arrived`,
    body?.ended === 'too-large' && `the body was too long: ${body.received ?? 0} bytes were read, and the rest is missing`,
    reply?.cut && `the connection was broken (${reply.cut.how})`,
    sent && !sent.complete && !gone && `${sent.bytes} bytes were sent`,
    !reply && 'no reply',
  ]
  return notes.filter((each) => typeof each === 'string').join('; ') || null
}
