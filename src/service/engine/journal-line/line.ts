/** Writes a call's or job's journal line from start to end. */
import type { Outcome } from '../../areas/operation.ts'
import type { Chosen } from '../../failures/choose.ts'
import type { Caller } from '../../tokens/caller.ts'
import type { Answer, Call, Sent } from '../../wire/call.ts'
import { getOrCreate } from '../../wire/when-needed.ts'
import { type Booking, bookingId } from '../../world/clock.ts'
import type { Line, LineSender } from '../../world/journal.ts'
import type { CountingCommits } from '../../world/observer.ts'
import type { World } from '../../world/world.ts'
import { noDoings } from '../../world/world.ts'
import type { Address } from '../address.ts'

const blank = {
  sender: null,
  status: null,
  code: null,
  caller: null,
  token: null,
  ms: null,
  commits: 0,
  scenario: null,
  rule: null,
  why: null,
  outcome: null,
  weight: 0,
  closed: 0,
  number: 0,
  marked: false,
  considered: null,
  requestBody: null,
  requestMissing: 0,
  requestBytes: null,
  replyHeaders: null,
  replyBody: null,
  replyMissing: 0,
  replyBytes: 0,
  cut: false,
  comparison: null,
} satisfies Partial<Line>

/** Opens a line for an incoming call. `operation`: the row's id. */
export function openCallLine(world: World, call: Call, address: Address, operation: string | null, began: number): Line {
  const { redact } = world.journal
  const line: Line = {
    ...blank,
    id: String(++world.data.calls),
    at: world.clock.now(),
    began,
    environment: address.environment,
    operation,
    method: call.method,
    path: redact.part(address.path, call.url),
    query: redact.part(address.query, call.url),
    requestHeaders: redact.headers(call.headers),
    stage: 'route',
    times: [],
    doings: world.changes.doings,
    sender: call.isOwn ? own : senderOver(call.connection),
    data: undefined,
  }
  world.journal.calls.add(line)
  return line
}

const noHeaders = {}

export function openJobLine(world: World, booking: Booking, began: number): Line {
  const id = bookingId(booking)
  const line: Line = {
    ...blank,
    id: booking.again ? `${id}+${booking.again}` : id,
    at: world.clock.now(),
    began,
    environment: booking.environment,
    operation: booking.job,
    method: null,
    path: null,
    query: '',
    requestHeaders: noHeaders,
    stage: 'handle',
    times: [],
    doings: noDoings,
    data: booking.data,
  }
  world.journal.jobs.add(line)
  return line
}

/** Lines on the same connection share an object, which is released with the connection. */
const senders = new WeakMap<object, LineSender>()
let lastConnection = 0

const own: LineSender = { connection: null, own: true }

/** Returns `null` if the host cannot identify connections. */
export function senderOver(connection: object | undefined): LineSender | null {
  if (connection === undefined) return null
  return getOrCreate(senders, connection, () => ({ connection: ++lastConnection, own: false }))
}

/** Records that a call enters a stage. `now`: from {@link Platform.tick}. */
export function noteStage(line: Line, stage: string, nth: number, now: number): void {
  line.stage = stage
  line.times[nth] = now - line.began
}

/** Records a call's token. `bearer`: its caller, even if the token has expired or is not valid yet. */
export function noteCaller(line: Line, { journal }: World, bearer: Caller | undefined, caller: Caller | undefined): void {
  if (bearer) line.token = journal.redact.token(bearer)
  if (caller) line.caller = journal.redact.caller(caller)
}

/** Records how the active rules were evaluated. `chosen`: the rule that applies. */
export function noteRule(line: Line, considered: Line['considered'], chosen?: Chosen): void {
  line.considered = considered
  if (!chosen) return
  line.scenario = chosen.rule.scenario
  line.rule = chosen.rule.rule
}

/** Records the whole body. `text`: the decoded body. */
export function noteBody(line: Line, { journal, settings }: World, bytes: Pick<Uint8Array, 'byteLength'>, text?: string): void {
  line.requestBytes = bytes.byteLength
  if (text !== undefined && settings.journalBodies) journal.redact.requestBody(line, text)
}

export function noteCommit(line: CountingCommits): void {
  line.commits++
}

/** Records that the service refuses the call. An existing explanation is not replaced. */
export function noteRefusal(line: Line, code: string | null, why: string): void {
  line.code = code
  line.why ??= why
}

export function explain(line: Line, why: string, code = line.code): void {
  line.why = why
  line.code = code
}

/** Records the answer. `note`: why a header in the call has no effect. */
export function noteAnswer(
  line: Line,
  { journal, settings }: World,
  { status, headers, body, cut }: Answer,
  note: string | undefined,
): void {
  if (note !== undefined) line.why = line.why === null ? note : `${line.why}. ${note}`
  line.status = status || null
  if (status >= 400 && line.scenario !== null) line.why ??= `the scenario ${line.scenario} replied instead of the service`
  if (typeof body === 'string' && settings.journalBodies) journal.redact.replyBody(line, body)
  journal.redact.replyHeaders(line, headers)
  line.cut = cut !== undefined
}

/** Records that the host has sent the answer, or the part that the client accepted. `isLeft`: false if Standin dropped the connection. */
export function noteSent(line: Line, { bytes, complete }: Sent, isLeft: boolean, now: number): void {
  line.ms = now - line.began
  line.replyBytes = bytes
  line.cut = !complete
  if (bytes > 0 || complete || !isLeft) return
  line.status = 499
  line.code = 'NOT-00002'
  line.why ??= 'NOT-00002: the client disconnected before its reply was sent'
}

export function noteOutcome(line: Line, outcome: Outcome, now: number): void {
  line.ms = now - line.began
  line.outcome = outcome
}

/** Closes the line, after which it no longer changes. */
export function closeLine(line: Line, world: World): void {
  world.journal.close(line)
  world.changes.note()
}
