/** Handles a call to a control row: admits it, validates it, and creates the answer. */

import { dialect } from '../../service/areas/dialect.ts'
import { type Address, defaultWorld } from '../../service/engine/address.ts'
import { compileRoutes } from '../../service/engine/route.ts'
import { type Answer, type AnswerBody, type Call, ClientGone, type PendingAnswer } from '../../service/wire/call.ts'
import { bugAnswer, goneAnswer, misuseAnswer } from '../../service/wire/error-answers.ts'
import { Misuse, unknownName } from '../../service/wire/misuse.ts'
import type { Reply } from '../../service/wire/row.ts'
import { utf8 } from '../../service/wire/text.ts'
import { signalOfBoth, unlessWorldGone, type World, WorldGone } from '../../service/world/world.ts'
import type { ControlContext, ControlRow } from '../rows/row.ts'
import type { Simulator, WorldKnobs } from '../simulator.ts'
import { demandAdmin, demandOwnPage } from './admission.ts'
import { readInput } from './input.ts'
import { caughtUp, demandStored, type RowMatch, reached, rowIn, worldNamed } from './world-of-call.ts'

/** A call to a control row. */
type ControlCall = Pick<ControlContext, 'simulator' | 'call' | 'address' | 'frontDoor'>

export type Attendant = (controlCall: ControlCall) => Promise<PendingAnswer>

export function createAttendant(rows: readonly ControlRow[]): Attendant {
  const find = compileRoutes<ControlRow>(rows, dialect('spec'), 'literal')
  return async (given) => {
    const isHead = given.call.method === 'HEAD'
    // HEAD gets the same answer as GET, but without the body.
    const controlCall = isHead ? { ...given, call: { ...given.call, method: 'GET', body: undefined } } : given
    const { simulator, call, address } = controlCall
    const match = find(call.method, address.path)
    try {
      demandAdmitted(simulator, call, match, address)
    } catch (thrown) {
      // The call is refused before its world is looked up and before due jobs run.
      const answer = failed(simulator, thrown)
      return { answer: isHead ? await withoutBody(answer) : answer, sent() {} }
    }
    const elsewhere = await reached(simulator, given.call, match, address).catch((thrown) => ({
      answer: failed(simulator, thrown),
      sent() {},
    }))
    if (elsewhere) return elsewhere
    await caughtUp(simulator, match, address)
    const deliver = (watched: Call) => delivered(rows, { ...controlCall, call: watched }, match, isHead)
    const observer = simulator.inside.observing.current
    if (observer === undefined || !isRecorded(call, rowIn(match))) return deliver(call)
    return observer.control({ call, world: address.world }, deliver)
  }
}

const isRecorded = ({ method }: Call, row: ControlRow | undefined) => method !== 'GET' && row !== undefined && row.recorded !== false

async function delivered(rows: readonly ControlRow[], controlCall: ControlCall, match: RowMatch, isHead: boolean): Promise<PendingAnswer> {
  // For HEAD, ends a stream that would otherwise never end.
  const attended = attend(rows, controlCall, match, isHead ? AbortSignal.abort() : undefined)
  const answer = await attended.catch((thrown) => failed(controlCall.simulator, thrown))
  return {
    answer: isHead ? await withoutBody(answer) : answer,
    leavesAtOnce: rowIn(match)?.waitsForKept === false,
    sent() {},
  }
}

async function attend(
  rows: readonly ControlRow[],
  { simulator, call, address, frontDoor }: ControlCall,
  match: RowMatch,
  streamEnd?: AbortSignal,
): Promise<Answer> {
  if (!match) {
    const paths = [...new Set(rows.map(({ path }) => path))]
    throw unknownName(`Unknown control row: ${address.path.slice(0, 200)}.`, address.path, paths, { prefix: '/_standin/', status: 404 })
  }
  if (!('values' in match)) {
    const allow = match.allow.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : each))
    const answer = misuseAnswer(new Misuse(`This row does not support ${call.method}.`, allow, 405))
    return { ...answer, headers: { ...answer.headers, allow: allow.join(', ') } }
  }
  const world = worldNamed(simulator, address.world)
  await demandStored(simulator, match, address)
  return inItsWorld(world, call, async (itsCall, unlessGone) => {
    const { row } = match.route
    const input = await unlessGone(readInput(itsCall, address.query, match, simulator.collect))
    if (world?.gone) throw new WorldGone()
    const knobs = knobsFor(row, simulator, address)
    const base = `${simulator.settings.publicUrl ?? address.base}${address.prefix}`
    const reply = (status: number, body: unknown, headers?: Reply['headers']) => ({ status, body, headers })
    const empty = { status: 204, body: undefined }
    const done = (work: unknown) => (work instanceof Promise ? work.then(() => empty) : empty)
    // A stream ends only when its client disconnects. It continues in the world that replaces this world.
    const followed = row.replies[200]?.kind === 'eventStream' ? { ...call, signal: streamEnd ?? call.signal } : itsCall
    const handled = row.handle(input, { simulator, knobs, address, base, call: followed, rows, frontDoor, reply, done })
    return written(row, handled instanceof Promise && !row.replacesWorld ? await unlessGone(handled) : await handled)
  })
}

function demandAdmitted({ settings }: Simulator, call: Call, match: RowMatch, { base }: Address): void {
  if (rowIn(match)?.open) demandOwnPage(call, base, settings)
  else demandAdmin(call, base, settings)
}

type UnlessGone = <T>(work: Promise<T>) => Promise<T>

/** Ends a call when its world ends, unless that call is what ends the world. A stream continues in the replacement world. */
async function inItsWorld(
  world: World | undefined,
  call: Call,
  attend: (itsCall: Call, unlessGone: UnlessGone) => Promise<Answer>,
): Promise<Answer> {
  const { method, url, base, headers, body, isLocal } = call
  const { signal, release } = signalOfBoth(world, call.signal)
  try {
    return await attend({ method, url, base, headers, body, isLocal, signal }, (work) => unlessWorldGone(world, work))
  } finally {
    release()
  }
}

function knobsFor({ world: needed }: ControlRow, simulator: Simulator, { world }: Address): WorldKnobs {
  if (needed === 'demanded') return simulator.knobsOfExisting(world)
  return simulator.knobs(needed === 'made' ? world : defaultWorld)
}

function written({ replies }: ControlRow, { status, body, headers }: Reply): Answer {
  const as = (type: string, written: AnswerBody) => ({
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store', ...headers },
    body: written,
  })
  const kind = replies[status]?.kind
  if (kind === 'eventStream') return as('text/event-stream; charset=utf-8', body as AnswerBody)
  if (kind === 'bytes') return as('application/octet-stream', body as AnswerBody)
  if (body === undefined) return { status, headers: { 'cache-control': 'no-store', ...headers } }
  return kind === 'text' ? as('text/plain; charset=utf-8', body as string) : as('application/json; charset=utf-8', JSON.stringify(body))
}

function failed(simulator: Simulator, thrown: unknown): Answer {
  if (thrown instanceof Misuse) {
    const answer = misuseAnswer(thrown)
    return thrown.status === 401 ? { ...answer, headers: { ...answer.headers, 'www-authenticate': 'Bearer' } } : answer
  }
  if (thrown instanceof WorldGone) return goneAnswer(thrown)
  if (thrown instanceof ClientGone) return misuseAnswer(new Misuse(thrown.message, undefined, thrown.reason === undefined ? 499 : 408))
  const away = simulator.worldStore?.answerTo(thrown)
  if (away) return away
  simulator.alarm(thrown)
  return bugAnswer()
}

/** Turns an answer to GET into an answer to HEAD. */
async function withoutBody({ status, headers, body }: Answer): Promise<Answer> {
  if (body === undefined) return { status, headers }
  if (typeof body === 'string') return { status, headers: { ...headers, 'content-length': String(utf8(body).byteLength) } }
  if (body instanceof Uint8Array) return { status, headers: { ...headers, 'content-length': String(body.byteLength) } }
  await body[Symbol.asyncIterator]().return?.()
  return { status, headers }
}
