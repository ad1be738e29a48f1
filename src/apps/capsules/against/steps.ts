/** Converts a capsule to a list of steps that any client can execute one after another. */
import type { Arrival, CapsuleLine, Content, RecordedHeaders } from '../../../control/capsule-lines.ts'
import type { Capsule, RecordedCall } from '../replay/read-capsule.ts'
import { readHeaders } from '../replay/reading.ts'
import { placed, whyNotSent } from './another-client.ts'

export interface ExpectedReply {
  readonly status: number
  readonly headers: RecordedHeaders
  /** `undefined` if there is no text to compare. */
  readonly text: string | undefined
  /** A streamed body's size and hash. */
  readonly bytes: { readonly size: number; readonly sha256: string | undefined } | undefined
  /** True if Standin dropped the connection. */
  readonly isCut: boolean
}

/** A call. Its strings still contain the placeholders for tokens and secrets. */
export interface Step {
  readonly kind: 'call' | 'control'
  /** Number in `x-standin-call`. `null` for a control call. */
  readonly number: number | null
  readonly world: string
  /** The row's id, or the method and path for an unknown path. */
  readonly operation: string
  readonly method: string
  /** Environment, path and query. */
  readonly path: string
  /** Headers, except those that every client adds automatically. */
  readonly headers: RecordedHeaders
  readonly body: Content | undefined
  readonly expected: ExpectedReply
  /**
   * Real milliseconds since the last timed step in the same world. A step is timed if jobs ran automatically before the step or might run
   * after it.
   */
  readonly waited: number
}

export interface LeftOut {
  readonly call: string
  readonly why: string
}

export type Steps = ReturnType<typeof stepsOf>

/** Headers that belong to the connection or the HTTP client. `x-standin-world` becomes part of the URL. */
const ofClient = new Set(
  (
    'host connection keep-alive content-length transfer-encoding user-agent accept-encoding accept-language origin ' +
    'referer x-standin-world expect forwarded dnt pragma priority upgrade-insecure-requests'
  ).split(' '),
)
const likeOfClient = /^(?:sec-|x-forwarded-)/
/** Requests for tokens are skipped, because the other server issues new tokens. */
const ofTokens = /\/_standin\/tokens(?:\?|$)/

export function stepsOf(capsule: Capsule) {
  const steps: Step[] = []
  const leftOut: LeftOut[] = []
  const passing = createPassing(capsule.lines)
  const keyed = capsule.head.settings.requireSubscriptionKey !== undefined
  for (const line of capsule.lines) {
    passing.note(line)
    if (line.event !== 'call' && line.event !== 'control') continue
    const recorded = capsule.calls.get(line.n)
    const step = recorded && stepOf(capsule, recorded, line, { keyed, waited: passing.before(line, recorded.commits) })
    if (typeof step === 'string') leftOut.push({ call: nameOf(line), why: step })
    else if (step && !(step.kind === 'control' && ofTokens.test(step.path))) {
      steps.push(step)
      if (step.waited > 0 || ofClock.test(line.url)) passing.passed(line)
    }
  }
  return { steps, leftOut }
}

const nameOf = (line: Arrival) =>
  line.event === 'call' ? `call ${line.world === 'default' ? '' : `${line.world}/`}${line.number}` : `${line.method} ${line.url}`

function stepOf(
  capsule: Capsule,
  { body, reply, sent, gone }: RecordedCall,
  line: Arrival,
  { keyed, waited }: { readonly keyed: boolean; readonly waited: number },
): Step | string {
  if (!reply) return 'it has no reply'
  if (body?.ended === 'gone' || (line.event === 'call' && gone)) return 'its client disconnected before the reply'
  const headers = line.event === 'call' ? readHeaders(capsule.headers, line) : line.type === undefined ? {} : { 'content-type': line.type }
  const sentHeaders = Object.entries(headers).filter(
    ([name]) => !ofClient.has(name) && !likeOfClient.test(name) && (keyed || name !== 'ocp-apim-subscription-key'),
  )
  const placing = placed(line, headers)
  if (typeof placing === 'string') return placing
  const { path, operation } = placing
  const why = whyNotSent(line.method, path, sentHeaders)
  if (why !== undefined) return why
  const isStreamed = reply.streamed === true && sent?.complete === true
  return {
    kind: line.event,
    number: line.event === 'call' ? line.number : null,
    world: line.world,
    operation,
    method: line.method,
    path,
    headers: Object.fromEntries(sentHeaders),
    body: body && readable(body),
    expected: {
      status: reply.status,
      headers: readHeaders(capsule.headers, reply),
      // A reply to HEAD has no body.
      text: line.event === 'call' && !reply.streamed && line.method !== 'HEAD' ? reply.text : undefined,
      bytes: isStreamed ? { size: sent.bytes, sha256: sent.sha256 } : undefined,
      isCut: reply.cut !== undefined || (reply.streamed === true && sent?.complete === false),
    },
    waited,
  }
}

/** Maximum length of the Base64 form of a binary body that is shown as text. */
const mostText = 1_000
const printable = /^[\t\n\r\x20-\x7e]*$/

/** Converts a short binary body to text if all its characters are printable. */
function readable(body: Content): Content {
  const { base64 } = body
  if (base64 === undefined || base64.length > mostText) return body
  const text = atob(base64)
  return printable.test(text) ? { text } : body
}

/** Matches calls that change the clock. Automatic jobs before such a call do not affect jobs after it. */
const ofClock = /\/_standin\/clock\//

/**
 * Computes waiting times. A step that books jobs must run at its recorded time, and a step that follows jobs must see the jobs' results.
 * Without automatic jobs, no time passes.
 */
function createPassing(lines: readonly CapsuleLine[]) {
  const last = new Map<string, number>()
  const woke = new Set<string>()
  const ticking = tickingAt(lines)
  return {
    note(line: CapsuleLine) {
      if (line.event === 'world') last.set(line.world, line.at)
      if (line.event === 'wake') woke.add(line.world)
    },
    /** Returns the number of milliseconds that must pass before a step. */
    before(line: Arrival, commits: number) {
      const { world, at } = line
      return woke.has(world) || (commits > 0 && ticking.has(line)) ? at - (last.get(world) ?? at) : 0
    },
    /** Records that the time before this step has passed. */
    passed({ world, at }: Arrival) {
      last.set(world, at)
      woke.delete(world)
    },
  }
}

/** Returns the lines that were followed by automatic jobs before a call changed the clock. */
function tickingAt(lines: readonly CapsuleLine[]): ReadonlySet<CapsuleLine> {
  const worlds = new Set<string>()
  const ticking = new Set<CapsuleLine>()
  for (const line of lines.toReversed()) {
    if (line.event === 'wake') worlds.add(line.world)
    if (line.event === 'control' && ofClock.test(line.url)) worlds.delete(line.world)
    if ('world' in line && worlds.has(line.world)) ticking.add(line)
  }
  return ticking
}
