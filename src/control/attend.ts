/** Attends to a call of a control row: admin, validate, handle. */
import { type Address, defaultWorld } from '../engine/address.ts'
import { closedAnswer, misuseAnswer } from '../engine/misuse-answer.ts'
import { compileRoutes, type Router } from '../engine/route.ts'
import { Misuse } from '../misuse.ts'
import type { Simulator, WorldKnobs } from '../simulator.ts'
import { signalOfBoth, unlessWorldGone } from '../state/in-flight.ts'
import type { World } from '../state/world.ts'
import { dialect } from '../wire/dialect.ts'
import type { Answer, Call, PendingAnswer } from '../wire/http/call.ts'
import { unknownName } from '../wire/nearest.ts'
import type { Reply } from '../wire/row.ts'
import { demandAdmin, demandOwnPage } from './admin.ts'
import { failed, withoutBody, written } from './answers.ts'
import { readInput } from './input.ts'
import { demandItsServer } from './its-server.ts'
import { neededWorld } from './needed-world.ts'
import type { ControlId } from './paths.ts'
import type { ControlContext, ControlRow } from './row.ts'

type FrontDoor = ControlContext['frontDoor']

/** A call for a control row, and where it came in. */
interface Asked {
  readonly simulator: Simulator
  readonly call: Call
  readonly address: Address
  readonly frontDoor: FrontDoor
}

/** The rows of a table, as calls find them. */
interface Table {
  readonly rows: readonly ControlRow[]
  readonly find: Router<ControlRow>
}

/** Of the rows about a world that their path names. */
const pathOfWorlds = '/_standin/worlds/{name}'

/** Answers the calls of control rows. */
export type Attendant = (asked: Asked) => Promise<PendingAnswer>

export function createAttendant(rows: readonly ControlRow[]): Attendant {
  const table = { rows, find: compileRoutes<ControlRow>(rows, dialect('spec'), 'kept') }
  return async (asked) => {
    const { simulator, call, address } = asked
    await caughtUp(table, asked)
    const observer = simulator.inside.observing.current
    if (observer === undefined || !isRecorded(table, call.method, address.path)) return delivered(table, asked)
    return observer.control({ call, world: address.world }, (watched) => delivered(table, { ...asked, call: watched }))
  }
}

/** What they end need not be done, so that a flood of due jobs can be ended at once. */
const waitingForNothing: readonly ControlId[] = ['control.reset', 'control.dropWorld']

/** Does what is due in the world that a call is about: the one of its address, or the one in its path. Source: decisions §8. */
function caughtUp({ find }: Table, { simulator, call: { method }, address }: Asked): Promise<void> | undefined {
  const match = find(method, address.path)
  if (!match || !('values' in match)) return undefined
  const { row } = match.route
  if (waitingForNothing.includes(row.id)) return undefined
  const named = row.path.startsWith(pathOfWorlds) ? match.values[0] : undefined
  const world = named ?? (neededWorld(row) === 'none' ? undefined : address.world)
  return world === undefined
    ? undefined
    : simulator
        .worlds()
        .find(({ name }) => name === world)
        ?.clock.catchUp()
}

/** Control rows that change no world, and those of the recording itself, leave no trace in it. */
const unrecorded: readonly ControlId[] = [
  'control.verifyJournal',
  'control.checkScenario',
  'control.proveScenario',
  'control.answerCondition',
  'control.recordCapsule',
  'control.reportExploration',
]

function isRecorded({ find }: Table, method: string, path: string): boolean {
  const match = method === 'GET' ? undefined : find(method, path)
  return match !== undefined && 'values' in match && !unrecorded.includes(match.route.row.id)
}

async function delivered(table: Table, asked: Asked): Promise<PendingAnswer> {
  const answer = await attend(table, asked).catch((thrown) => failed(asked.simulator, thrown))
  return { answer, sent() {} }
}

async function attend(table: Table, asked: Asked): Promise<Answer> {
  if (asked.call.method !== 'HEAD') return attendTo(table, asked)
  // What is readable answers HEAD as GET, without the body. A stream ends with its client, who is not to come.
  const gone = AbortSignal.abort()
  return withoutBody(await attendTo(table, { ...asked, call: { ...asked.call, method: 'GET', body: undefined } }, gone))
}

async function attendTo({ rows, find }: Table, { simulator, call, address, frontDoor }: Asked, streamEnd?: AbortSignal): Promise<Answer> {
  const { method } = call
  const match = find(method, address.path)
  if (match && 'values' in match && match.route.row.isOpen) demandOwnPage(call, address.base, simulator.settings)
  else demandAdmin(call, address.base, simulator.settings)
  if (!match) {
    const paths = [...new Set(rows.map(({ path }) => path))]
    throw unknownName(`There is no control row ${address.path.slice(0, 200)}.`, address.path, paths, { prefix: '/_standin/', status: 404 })
  }
  if (!('values' in match)) {
    const allow = match.allow.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : each))
    const answer = misuseAnswer(new Misuse(`${method} is not a method of this row.`, allow, 405))
    return { ...answer, headers: { ...answer.headers, allow: allow.join(', ') } }
  }
  if (isClosedFor(match.route.row, simulator, address)) return closedAnswer(address.world)
  return inItsWorld(
    simulator.worlds().find(({ name }) => name === address.world),
    call,
    async (itsCall, unlessGone) => {
      const { row } = match.route
      const input = await unlessGone(readInput(itsCall, address.query, match, simulator.collect))
      if (row.path.startsWith(pathOfWorlds)) demandItsServer(simulator.settings, address, nameIn(input))
      const knobs = knobsFor(row, simulator, address)
      const base = `${simulator.settings.publicUrl ?? address.base}${address.prefix}`
      const reply = (status: number, body: unknown, headers?: Reply['headers']) => ({ status, body, headers })
      // A stream ends with its client alone: it goes on in the world that takes this one's place.
      const followed = row.replies[200]?.kind === 'eventStream' ? { ...call, signal: streamEnd ?? call.signal } : itsCall
      const handled = row.handle(input, { simulator, knobs, address, base, call: followed, rows, frontDoor, reply })
      return written(row, handled instanceof Promise && !row.replacesWorld ? await unlessGone(handled) : await handled)
    },
  )
}

const isClosedFor = (row: ControlRow, { closed }: Simulator, { world }: Address) =>
  closed.count > 0 && !row.whileClosed && neededWorld(row) !== 'none' && closed.has(world)

type UnlessGone = <T>(work: Promise<T>) => Promise<T>

/** Ends a call with its world, except for the call that ends the world. A stream that has begun goes on in the world that takes its place. */
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

const nameIn = (input: unknown) => (input as { readonly params: { readonly name: string } }).params.name

function knobsFor(row: ControlRow, simulator: Simulator, { world }: Address): WorldKnobs {
  const needed = neededWorld(row)
  if (needed === 'demanded') return simulator.knobsOfExisting(world)
  return simulator.knobs(needed === 'made' ? world : defaultWorld)
}
