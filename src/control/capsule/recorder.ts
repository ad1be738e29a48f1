/** Records calls and everything that affects their answers. */
import type { Call, PendingAnswer } from '../../service/wire/call.ts'
import type { Observer } from '../../service/world/observer.ts'
import type { World } from '../../service/world/world.ts'
import { markedUrl } from './marks.ts'
import { callNote, controlNote } from './notes.ts'
import { createArriving, recordedAnswer, recordedOutgoing } from './recorded-answer.ts'
import { createScribe, type RecordedCall, type Scribe, type ScribeOptions } from './scribe.ts'

export interface Recorder extends Observer {
  readonly scribe: Scribe
  /** Starts recording a world. Returns the time of its first line. */
  begin(world: string): number
  readonly calls: number
  readonly controlCalls: number
}

interface RecorderOptions extends ScribeOptions {
  readonly defect?: (() => void) | undefined
  /** Worlds that already exist. They are only recorded after `begin`. */
  readonly before: ReadonlySet<string>
  isWanted(world: string): boolean
  countsOf(world: string): Pick<World['data'], 'calls' | 'tokens' | 'interventions'> | undefined
}

/** Milliseconds after which the recorded time expires. Code that waits longer sees the machine's clock. */
const longestInstant = 50
/** Maximum number of jobs per line. */
const mostJobs = 1_000

export function createRecorder({ before, isWanted, countsOf, defect, ...writing }: RecorderOptions): Recorder {
  const scribe = createScribe(writing)
  const { tape, marks, refresh, look, instant, lineOf } = scribe
  /** Incoming calls that have no journal line yet. */
  const coming = new WeakMap<Call, RecordedCall>()
  const arriving = createArriving()
  const worlds = new Set<string>()
  let calls = 0
  let controlCalls = 0
  /** Number of clocks that are currently pausing between two jobs, so that calls can be handled. */
  let breathing = 0
  const isRecorded = (world: string) => worlds.has(world) || (!before.has(world) && isWanted(world))
  const newCall = ({ signal }: Call): RecordedCall => ({ n: 0, number: 0, signal, left: false, stage: undefined, line: undefined })
  const isBetween = () => (breathing > 0 ? true : undefined)

  const ended = ({ line }: RecordedCall, isLast: boolean) => line && arriving.ended(line, isLast)
  const whole = { isWhole: true, defect, ended }
  const inPart = { ...whole, isWhole: false }

  function noteArrival(call: Call, recorded: RecordedCall, world: string, number: number, copy: object): void {
    recorded.n = ++calls
    recorded.number = number
    tape.note(callNote(call, { n: calls, world, number, at: instant(), copy, between: isBetween() }), recorded)
  }
  /** Records a bug that occurred before the call had a line and a number. Uses the next call's number. */
  function noteDefect(call: Call, recorded: RecordedCall, pending: PendingAnswer): void {
    if (recorded.n > 0 || pending.answer.headers['x-standin-bug'] === undefined) return
    const world = call.place?.world ?? worldIn(call.url)
    if (isRecorded(world)) noteArrival(call, recorded, world, (countsOf(world)?.calls ?? 0) + 1, call.headers)
  }

  return {
    scribe,
    get calls() {
      return calls
    },
    get controlCalls() {
      return controlCalls
    },
    begin(world) {
      const at = refresh()
      if (worlds.has(world)) tape.note({ event: 'start', world, at })
      worlds.add(world)
      return at
    },
    now: (real) => (scribe.isWorking || (real >= instant() && real - instant() < longestInstant) ? instant() : real),
    async carry(call, carry) {
      const recorded = newCall(call)
      const observed = call.body ? { ...call, body: scribe.bodyOf(recorded, call) } : { ...call }
      refresh()
      coming.set(observed, recorded)
      const pending = await carry(observed)
      noteDefect(observed, recorded, pending)
      return recorded.n === 0 ? pending : recordedAnswer(scribe, recorded, pending, whole)
    },
    arrived(call, line, world) {
      const recorded = coming.get(call)
      if (!recorded || !isRecorded(world)) return
      recorded.line = line
      arriving.add(line, recorded)
      noteArrival(call, recorded, world, Number(line.id), line.requestHeaders)
    },
    async control({ call, world }, carry) {
      if (!isRecorded(world)) return carry(call)
      const recorded = newCall(call)
      recorded.n = ++calls
      controlCalls++
      const { tokens, interventions } = countsOf(world) ?? {}
      const position = { n: calls, world, at: refresh(), between: isBetween(), tokens, interventions }
      tape.note(controlNote(call, markedUrl(call.url, marks), position), recorded)
      return recordedAnswer(scribe, recorded, await carry({ ...call, body: scribe.bodyOf(recorded, call) }), inPart)
    },
    reached(line, stage) {
      const call = arriving.of(line)
      if (!call) return
      if (mayHaveWaited(stage)) look()
      lineOf(call).to = stage
      call.stage = stage
    },
    committing() {},
    committed(line, world) {
      const call = arriving.of(line)
      if (call) {
        const open = lineOf(call)
        open.commits = (open.commits ?? 0) + 1
      } else if (typeof line.method === 'string' && isRecorded(world)) tape.note({ event: 'stranger', world, at: instant() })
    },
    began({ id }, world) {
      if (!isRecorded(world)) return
      const { last } = tape
      if (last?.event === 'jobs' && last.world === world && last.at === instant() && last.ids.length < mostJobs) last.ids.push(id)
      else tape.note({ event: 'jobs', world, at: instant(), ids: [id] })
    },
    woke(world) {
      if (isRecorded(world)) tape.note({ event: 'wake', world, at: refresh() })
    },
    wakes(world) {
      if (isRecorded(world)) tape.note({ event: 'wake', world, at: refresh() })
      return true
    },
    caughtUp: () => void refresh(),
    closing: () => tape.close(),
    async breathed(breath) {
      breathing++
      await breath
      breathing--
    },
    called: (request, reply) => recordedOutgoing(scribe, request, reply),
  }
}

/** True if time might have passed before a stage. Reading a body advances the recorded time itself. */
const mayHaveWaited = (stage: string) => stage === 'rules' || stage === 'access' || stage === 'waited' || stage === 'answer'

/** Returns the world in a URL. Does not use the URL parser, because the bug might be there. */
const worldIn = (url: string): string => /^\/worlds\/([^/?]+)/.exec(url)?.[1] ?? 'default'
