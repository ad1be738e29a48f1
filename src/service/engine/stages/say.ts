/** A call's last step: writes a reply or refusal in the format of its area and dialect, with a reason for testers. */

import { keyOf, type RefusalKey, refusals } from '../../areas/areas.ts'
import { longestHang, type OutageAnswer, outageAnswer } from '../../areas/circumstances.ts'
import { hold } from '../../failures/interventions.ts'
import { type Answer, type AnswerBody, type AnswerHeaders, ClientGone, header, traceIdOf } from '../../wire/call.ts'
import { fill, writeRefusal } from '../../wire/error-answers.ts'
import { type Errors, Refusal, type RefusalForm } from '../../wire/refusal.ts'
import type { Reply } from '../../wire/row.ts'
import type { Manner, Service } from '../../wire/vocabulary.ts'
import { demandNotGone } from '../../world/world.ts'
import { noteRefusal } from '../journal-line/line.ts'
import { shownPath } from '../route.ts'
import { signalOf, type Walk } from '../walk.ts'

export function sayReply(walk: Walk, { status, body, headers }: Reply): Answer {
  demandNotGone(walk.world)
  const { area, row } = walk.route
  const shape = row.replies[status]
  if (!shape) throw new Error(`${row.id} does not declare the reply ${status}.`)
  const out: AnswerHeaders = { ...area.headers, ...headers }
  if (shape.kind === 'empty') return { status, headers: out }
  if (shape.kind === 'json') {
    // A reply that does not match its schema is a bug in Standin.
    if (walk.dependencies.checked) shape.schema.parse(shape.isText ? JSON.parse(String(body)) : body)
    out['content-type'] ??= shape.type === undefined ? 'application/json; charset=utf-8' : `${shape.type}; charset=utf-8`
    return { status, headers: out, body: shape.isText ? String(body) : JSON.stringify(body, null, area.indent) }
  }
  out['content-type'] ??= shape.kind === 'text' ? 'text/plain; charset=utf-8' : 'application/octet-stream'
  return { status, headers: out, body: body as AnswerBody }
}

export function sayRefusal(walk: Walk, refusal: Refusal): Answer {
  demandNotGone(walk.world)
  const { area, row } = walk.route
  const form = formOf(walk, refusal)
  walk.refused ??= keyOf(refusal)
  noteRefusal(walk.line, form.code ?? null, reasonOf(refusal))
  const request = { path: shownPath(walk.address.path), problemType: row.problemType, accept: header(walk.call.headers, 'accept') }
  return writeRefusal(refusal, form, area, () => traceIdOf(walk.call, walk.random), request)
}

/** Turns a refusal into an answer in the area's format, and a client's disconnect into a 499. */
export async function refusalToAnswer(walk: Walk, run: (walk: Walk) => Promise<Answer>): Promise<Answer> {
  try {
    return await run(walk)
  } catch (thrown) {
    return answerToThrown(walk, thrown)
  }
}

export async function answerToThrown(walk: Walk, thrown: unknown): Promise<Answer> {
  demandNotGone(walk.world)
  if (thrown instanceof ClientGone) return sayGone(walk, thrown)
  if (!(thrown instanceof Refusal)) throw thrown
  demandDeclared(walk, thrown)
  return sayAfterOutage(walk, thrown)
}

/**
 * Returns the answer for a client that has disconnected. If Standin disconnects the client, no answer is sent and the connection is reset.
 */
function sayGone(walk: Walk, { reason }: ClientGone): Answer {
  if (reason === undefined) return sayRefusal(walk, new Refusal('NOT-00002'))
  return { ...sayRefusal(walk, new Refusal('NOT-00002', { reason })), cut: { how: 'reset' } }
}

async function sayAfterOutage(walk: Walk, refusal: Refusal): Promise<Answer> {
  try {
    await waitForOutage(walk, refusal)
  } catch (thrown) {
    demandNotGone(walk.world)
    if (thrown instanceof ClientGone) return sayGone(walk, thrown)
    throw thrown
  }
  return sayRefusal(walk, refusal)
}

/**
 * Adds headers with the call id, the scenario or preference that applied, and a note about a header that had no effect. Source: decisions
 * §12.
 */
export function withCallHeaders(answer: Answer, { line, note, preference }: Walk): Answer {
  const headers: AnswerHeaders = { ...answer.headers, 'x-standin-call': line.id }
  const applied = line.scenario ?? preference
  if (applied !== undefined) headers['x-standin-scenario'] = applied
  if (note !== undefined) headers['x-standin-note'] = note
  return { ...answer, headers }
}

/** In tests, checks answers except those that a tester requested. */
export function checkAnswer(walk: Walk, answer: Answer): Answer {
  const { dependencies, line, preference, overridden, route, dialect } = walk
  if (walk.isOtherMethod) return answer
  if (line.rule === null && preference === undefined && !overridden)
    dependencies.checkAnswer?.(answer, route.row, dialect, dependencies.settings)
  return answer
}

/** Refusals that a stage can return. Rows declare all others. */
const stageRefusals: Readonly<Record<string, readonly RefusalKey[]>> = {
  route: [
    'broken-token',
    'no-such-path',
    'method-not-allowed',
    'unsupported-media-type',
    'not-acceptable',
    'subscription-key-missing',
    'subscription-key-wrong',
  ],
  identify: ['broken-token'],
  // An override function can read the request.
  rules: ['validation', 'too-large', 'unreadable-media-type'],
  access: ['unauthenticated', 'forbidden', 'unreadable-platform-token', 'not-resumable'],
  limit: ['rate-limited'],
  validate: ['validation', 'too-large', 'unreadable-media-type', 'events-failure'],
}

/** In checked mode, throws for a refusal that neither the row nor the stage declares, which is a bug. */
export function demandDeclared({ dependencies, line, route }: Walk, refusal: Refusal): void {
  if (!dependencies.checked || isDeclared(route.row, line.stage, refusal)) return
  throw new Error(`${route.row.id} refuses with ${refusal.key} in the stage ${line.stage}, and neither the row nor the stage declares it.`)
}

function isDeclared({ dependsOn, refusals }: Walk['route']['row'], stage: string, refusal: Refusal): boolean {
  const [key, { values }] = [keyOf(refusal), refusal]
  if (key === 'unreachable') return dependsOn.includes(values.service as Service)
  return refusals.includes(key) || stageRefusals[stage]?.includes(key) === true
}

/** Limits for a line's reason: number of messages, and characters per message. */
const reasonLimits = { messages: 5, characters: 200 } as const

/** Returns the refusal's key with its reason: the fields with their messages, its `reason`, or the default text. */
export function reasonOf(refusal: Refusal): string {
  const { values, errors } = refusal
  const key = keyOf(refusal)
  if (errors && Object.keys(errors).length > 0) return `${key}: ${messagesOf(errors)}`
  const { detail, status } = refusals[key]
  // Text that includes the reason says more than the reason alone.
  const shows = detail.includes('<reason>')
  return `${key}: ${shortened(String((!shows && values.reason) || fill(detail, values) || `the reply has status ${status}`))}`
}

function messagesOf(errors: Errors): string {
  const all = Object.entries(errors)
  const shown = all
    .slice(0, reasonLimits.messages)
    .map(([field, messages]) => shortened(field === '' ? messages.join(' ') : `${field}: ${messages.join(' ')}`))
  const left = all.length - shown.length
  return shown.join('; ') + (left > 0 ? `; and ${left} more` : '')
}

export const shortened = (text: string): string =>
  text.length > reasonLimits.characters ? `${text.slice(0, reasonLimits.characters)}…` : text

/** Returns `undefined` if no scenario makes a service unreachable, or if the refusal itself is the answer. */
function awayOf({ route }: Walk, { key, values }: Refusal): OutageAnswer | undefined {
  if (key !== 'unreachable' || values.manner === undefined) return undefined
  return outageAnswer(route.outages, values.service as Service, values.manner as Manner)
}

function formOf(walk: Walk, refusal: Refusal): RefusalForm {
  const { refusals } = walk.route
  const form = awayOf(walk, refusal)?.form ?? keyOf(refusal)
  return typeof form === 'string' ? refusals[form] : form
}

/**
 * Waits in real time for a service that is not responding or is being retried. Returns early if the scenario ends. Throws if the client
 * disconnects.
 */
async function waitForOutage(walk: Walk, refusal: Refusal): Promise<void> {
  const { dependencies, line, world } = walk
  const kind = walk.route.row.method === 'GET' ? 'reading' : 'changing'
  const wait = refusal.values.manner === 'hanging' ? longestHang : awayOf(walk, refusal)?.wait?.[kind]
  if (wait === undefined) return
  await hold(
    { world, id: line.id, signal: signalOf(walk), pause: dependencies.platform.pause },
    line.scenario ?? '',
    Math.min(wait, Number(refusal.values.atMost ?? wait)),
  )
}
