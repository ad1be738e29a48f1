/** Finds the shortest sequence of calls after which one call is still answered as it was: delta debugging. */
import { Misuse } from '../../misuse.ts'
import { isStream } from '../../wire/http/body.ts'
import type { Answer } from '../../wire/http/call.ts'
import { shrink } from '../shrink.ts'
import type { LineOf } from './lines.ts'
import type { CallNumber, Capsule, RecordedCall } from './read-capsule.ts'
import { recordCapsule } from './record.ts'
import { drive } from './replay/driver.ts'
import { type OpenOptions, openReplay } from './replay/replay.ts'
import type { Scene } from './replay/scene.ts'
import { readHeaders } from './shared-headers.ts'
import type { CapsuleStore } from './store.ts'

/**
 * Which call must be answered as it was: one by its number, or the first one with a status; absent: the first defect of Standin, or the
 * last call.
 */
export interface Wanted {
  readonly call?: CallNumber | undefined
  readonly status?: number | undefined
}

export interface Shrunk {
  readonly before: number
  /** Calls and control rows that are left. */
  readonly after: number
  /** How many sequences were tried. */
  readonly tried: number
}

type Options = Omit<OpenOptions, 'loose'>

/** Told before each replay: how many there have been. */
interface Shrinking extends Options {
  readonly progress?: (tried: number) => void
}

/** Writes the capsule of the sequence. The calls keep their numbers. Throws {@link Misuse} where no such call is. */
export async function shrinkCapsule(
  capsule: Capsule,
  wanted: Wanted,
  { progress, ...options }: Shrinking,
  store: () => CapsuleStore,
): Promise<Shrunk> {
  const target = targetOf(capsule, wanted)
  const all = [...capsule.calls.keys()].filter((n) => n < target.n)
  const isClock = (n: number) => isClockRow(capsule.calls.get(n)?.arrival ?? target)
  let tried = 0
  const shows = (of: Capsule) => async (left: readonly number[]) => {
    progress?.(tried)
    tried++
    const answer = await replayed(only(of, [...left, target.n]), options, ({ calls }) => calls.get(target.n)?.answered?.answer)
    return answer !== undefined && sameOutcome(capsule, target, answer)
  }
  async function recorded(of: Capsule, left: readonly number[] | undefined): Promise<Shrunk | undefined> {
    if (!left) return undefined
    await record(only(of, [...left, target.n]), options, store())
    return { before: capsule.calls.size, after: left.length + 1, tried }
  }
  const moves = all.filter(isClock)
  if (moves.length > 0) {
    const later = await startLater(capsule, only(capsule, moves), options)
    const others = all.filter((n) => !isClock(n))
    const shrunk = await recorded(later, await shrink(others, shows(later)))
    if (shrunk) return shrunk
  }
  const shrunk = await recorded(capsule, await shrink(all, shows(capsule)))
  if (shrunk) return shrunk
  throw new Misuse('A replay of the capsule does not answer this call as it was. Calls were interleaved in a way that cannot be repeated.')
}

function targetOf({ lines, calls, headers }: Capsule, { call, status }: Wanted): LineOf<'reply'> {
  const replies = lines.filter((line) => line.event === 'reply').filter(({ n }) => isSeen(calls.get(n)))
  const isWanted = ({ n, status: given }: LineOf<'reply'>): boolean => {
    const arrival = calls.get(n)?.arrival
    if (call) return arrival?.event === 'call' && arrival.world === call.world && arrival.number === call.number
    return given === status
  }
  const isDefect = (line: LineOf<'reply'>) => readHeaders(headers, line)['x-standin-bug'] !== undefined
  const reply = call || status !== undefined ? replies.find(isWanted) : (replies.find(isDefect) ?? replies.at(-1))
  if (reply) return reply
  throw new Misuse(
    call
      ? `The capsule has no reply to call ${call.number} of the world ${call.world}.`
      : `The capsule has no reply${status === undefined ? '' : ` with the status ${status}`}.`,
  )
}

/** A client that has left saw no reply. */
const isSeen = (call: RecordedCall | undefined) => call?.arrival.event === 'call' && !call.gone

/** The same lines without other calls. */
function only(capsule: Capsule, calls: readonly number[]): Capsule {
  const set = new Set(calls)
  const last = Math.max(...calls)
  const end = capsule.lines.findLastIndex((line) => 'n' in line && line.n === last)
  return {
    ...capsule,
    lines: capsule.lines
      .slice(0, end + 1)
      .filter((line) => line.event === 'world' || !('n' in line) || set.has(line.n))
      .concat(capsule.lines.slice(end + 1).filter(({ event }) => event === 'world')),
  }
}

/** Replays a capsule in which calls are missing, and takes what is wanted of the end. */
async function replayed<Wanted>(capsule: Capsule, options: Options, take: (scene: Scene) => Wanted): Promise<Wanted> {
  const scene = await openReplay(capsule, { ...options, loose: true })
  try {
    await drive(scene)
    return take(scene)
  } finally {
    scene.machine.breathing = true
    scene.simulator.close()
  }
}

/** The same status, and the same code or title where a problem has one. */
function sameOutcome({ headers }: Capsule, reply: LineOf<'reply'>, answer: Answer): boolean {
  if (reply.status !== answer.status) return false
  if ((readHeaders(headers, reply)['x-standin-bug'] === undefined) !== (answer.headers['x-standin-bug'] === undefined)) return false
  const { body } = answer
  const text = body === undefined || isStream(body) ? '' : typeof body === 'string' ? body : new TextDecoder().decode(body)
  return outcomeOf(reply.text ?? '') === outcomeOf(text)
}

function outcomeOf(text: string): string {
  try {
    const { code, title } = JSON.parse(text)
    return JSON.stringify([code, title])
  } catch {
    return ''
  }
}

/** The replies to fewer calls are others, so that they are recorded anew. */
async function record(capsule: Capsule, options: Options, store: CapsuleStore): Promise<void> {
  const scene = await openReplay(capsule, { ...options, loose: true })
  const recording = await recordCapsule(scene.simulator, { store, beside: scene.conductor })
  await drive(scene)
  scene.machine.breathing = true
  await recording.end()
  scene.simulator.close()
}

/** Whether a line moves a clock, or lets it run or stand. */
const isClockRow = (line: { readonly event: string; readonly url?: string }): boolean =>
  line.event === 'control' && /\/_standin\/clock(?:\/|$)/.test(line.url ?? '')

/**
 * `moves`: a capsule with the control rows that lead to this time. Without them, and without their jobs, the starts of `capsule` are at it.
 */
const startLater = (capsule: Capsule, moves: Capsule, options: Options): Promise<Capsule> =>
  replayed(moves, options, (scene) => ({
    ...capsule,
    lines: capsule.lines.map((line) => (line.event === 'world' ? startAt(scene, line) : line)),
  }))

function startAt({ simulator, machine }: Scene, line: LineOf<'world'>): LineOf<'world'> {
  const { clock } = simulator.knobs(line.world).world
  const document = JSON.parse(line.snapshot) as { clock: { time: number } }
  // A clock that runs shows the same time at the same real instant.
  const since = clock.mode === 'frozen' ? 0 : (machine.now - line.at) * clock.speed
  const time = Math.max(document.clock.time, Math.floor(clock.now() - since))
  return { ...line, snapshot: JSON.stringify({ ...document, clock: { ...document.clock, mode: clock.mode, speed: clock.speed, time } }) }
}
