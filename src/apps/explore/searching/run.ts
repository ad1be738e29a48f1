/** Runs the client in its own world under a schedule of faults, and captures the final world for comparison. */

import type { VerdictsReply } from '../../../control/client.ts'
import { collections } from '../../../control/collections.ts'
import type { Simulator, WorldKnobs } from '../../../control/simulator.ts'
import type { WrittenScenario } from '../../../service/failures/read-scenario.ts'
import { anyName } from '../../../service/wire/misuse.ts'
import { findViolations, type OwnInvariant, type Violation } from '../invariants.ts'
import { moveWithPolls } from './polls.ts'
import { type AnsweredCall, type Ended, type Step, scheduleName, traceOf } from './trace.ts'
import { hurryLimits, type Moves, movesOf, moveWhileWaiting } from './waiting.ts'

/** The client's access to the run's world. */
export interface RunWorld {
  /** The world's URL, such as `http://127.0.0.1:4301/worlds/explore-1-17`. */
  readonly url: string
  readonly world: string
  readonly standin: WorldKnobs
  /** Time limit for the client, in real milliseconds. */
  readonly time: number
  /** Aborted when the time limit is reached. */
  readonly signal: AbortSignal
}

/** When each world's clock advances to the service's next step. `waiting`: while the client waits. `driven`: when the client polls. */
export type ExploredClock = 'waiting' | 'driven'

export interface Session {
  readonly simulator: Simulator
  readonly clock: ExploredClock
  readonly url: string
  /** Runs the client. Resolves when the client has ended, including after an abort. */
  client(runWorld: RunWorld): Promise<Ended>
  readonly invariants: readonly OwnInvariant[]
}

export interface Ran extends Ended {
  readonly world: string
  readonly trace: readonly Step[]
  /** The client's calls, including those to unknown paths. */
  readonly calls: readonly AnsweredCall[]
  readonly verdicts: VerdictsReply['verdicts']
  /** Bad verdicts and violated invariants. */
  readonly broken: readonly Violation[]
  readonly image: Image
  /** Duration in real milliseconds. */
  readonly ms: number
}

/** Runs the client in a new world with this name. `time`: time limit in real milliseconds. `ready`: called before the client starts. */
export async function runIn(
  session: Session,
  world: string,
  document: WrittenScenario,
  time: number,
  ready: () => Promise<unknown> = async () => {},
): Promise<Ran> {
  const { simulator } = session
  const { tick, wake } = simulator.platform
  if (simulator.worlds().some(({ name }) => name === world)) simulator.drop(world)
  void simulator.knobs(world).world
  const standin = simulator.knobs(world)
  if (document.rules.some(({ exhaust }) => exhaust !== undefined)) hurryLimits(standin)
  standin.scenarios.define(scheduleName, document)
  await standin.scenarios.use(anyName(scheduleName))
  await ready()
  const [over, ending] = [new AbortController(), new AbortController()]
  const began = tick()
  const cancel = wake(time, () => over.abort())
  const move = session.clock === 'driven' ? moveWithPolls : moveWhileWaiting
  const moves = { ...movesOf(simulator, world), isTimed: document.rules.some(isTimed) }
  const moving = move(standin, moves, (milliseconds, signal) => simulator.pause(milliseconds, signal), ending.signal)
  try {
    const ended = await session.client({ url: `${session.url}/worlds/${world}`, world, standin, time, signal: over.signal })
    const ms = tick() - began
    ending.abort()
    await moving
    return { ...ended, world, ms, ...(await afterwards(standin, moves, session.invariants)) }
  } finally {
    cancel()
    ending.abort()
    if (simulator.worlds().some(({ name }) => name === world)) simulator.drop(world)
  }
}

/** True if a rule applies for a period of time. */
const isTimed = (rule: WrittenScenario['rules'][number]) => rule.after !== undefined || rule.for !== undefined || rule.until !== undefined

/** Stops deliveries to the ended client, then completes the service's work. */
async function afterwards(
  standin: WorldKnobs,
  { freeze, advance }: Moves,
  own: readonly OwnInvariant[],
): Promise<Pick<Ran, 'trace' | 'calls' | 'verdicts' | 'broken' | 'image'>> {
  const { verdicts } = await standin.verdicts()
  const bad = verdicts.filter(({ callers }) => callers.some(({ verdict }) => verdict === 'bad'))
  standin.world.outgoing.close()
  await freeze()
  await advance({ until: 'settled' })
  const broken: Violation[] = [
    ...bad.map(({ id, sentence }) => ({ key: `verdict ${id}`, sentence, demanded: 'always' as const })),
    ...(await findViolations(standin, own)),
  ]
  return { ...traceOf(standin.world), verdicts, broken, image: imageOf(standin) }
}

const compared = ['orders', 'shipments', 'fileTransfers', 'resumableUploads', 'subscriptions', 'outbox'] as const
export type Compared = (typeof compared)[number]

type Row = Readonly<Record<string, unknown>>
type Image = Readonly<Record<Compared, readonly Row[]>>

/** Columns that differ in every run: ids and times. */
const dropped = /^(?:id|.*Id|.*Ids|number|at|.*At|created|expires|lastUpdate|requestedSendTime|active|next|made|position|causedBy)$/

export const imageOf = ({ world }: WorldKnobs): Image =>
  Object.fromEntries(compared.map((name) => [name, [...collections[name].records(world)].map(plain)])) as unknown as Image

function plain(value: object): Row {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (dropped.test(name) && name !== 'resourceId' ? [] : [[name, bare(each)]])),
  )
}

const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

function bare(value: unknown): unknown {
  if (isTime(value)) return 'a time'
  if (Array.isArray(value)) return value.map(bare)
  return typeof value === 'object' && value !== null ? plain(value) : value
}

/** Returns columns whose values differ between two runs without faults, such as `shipments.sendersReference` if references are random. */
export function unstableColumns(one: Image, other: Image): Set<string> {
  const columns = new Set<string>()
  for (const name of compared) {
    for (const column of new Set([...one[name], ...other[name]].flatMap((row) => Object.keys(row)))) {
      const values = (rows: readonly Row[]) =>
        rows
          .map((row) => JSON.stringify(row[column]))
          .sort()
          .join('\n')
      if (values(one[name]) !== values(other[name])) columns.add(`${name}.${column}`)
    }
  }
  return columns
}

export interface Difference {
  readonly collection: Compared
  /** True if the record exists only in the run with faults. */
  readonly extra: boolean
}

/** Compares records as multisets, without unstable columns. */
export function differences(clean: Image, run: Image, unstable: ReadonlySet<string>): Difference[] {
  return compared.flatMap((collection) => {
    const [wanted, present] = [countedBy(clean[collection], collection, unstable), countedBy(run[collection], collection, unstable)]
    return [...new Set([...wanted.keys(), ...present.keys()])].flatMap((key) => {
      const more = (present.get(key) ?? 0) - (wanted.get(key) ?? 0)
      return Array.from({ length: Math.abs(more) }, () => ({ collection, extra: more > 0 }))
    })
  })
}

function countedBy(rows: readonly Row[], name: Compared, unstable: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const key = JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => !unstable.has(`${name}.${column}`))))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
