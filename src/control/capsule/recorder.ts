/** Records calls, and everything that decides how they are answered. */
import type { Call, PendingAnswer } from '../../service/wire/call.ts'
import type { Observer } from '../../service/world/observer.ts'
import { markedUrl } from './marks.ts'
import { callNote, controlNote } from './notes.ts'
import { createArriving, recordedAnswer, recordedOutgoing } from './recorded-answer.ts'
import { createScribe, type RecordedCall, type Scribe, type ScribeOptions } from './scribe.ts'

export interface Recorder extends Observer {
  readonly scribe: Scribe
  /** Begins to record a world, at the instant that it returns. */
  begin(world: string): number
  readonly calls: number
  /** How many of them were control rows. */
  readonly controlCalls: number
}

interface Counts {
  readonly calls: number
  readonly tokens: number
  readonly interventions: number
}

interface RecorderOptions extends ScribeOptions {
  /** Called when a defect of Standin has answered a call. */
  readonly defect?: (() => void) | undefined
  /** The worlds that exist: they are recorded when `begin` says so. */
  readonly before: ReadonlySet<string>
  /** Whether a world is recorded that begins during the recording. */
  isWanted(world: string): boolean
  /** What has been counted in a world. */
  countsOf(world: string): Counts | undefined
}

/** Milliseconds after which the instant of the last line no longer holds: what waits for something else looks at the clock. */
const longestInstant = 50
/** Jobs in one line. */
const mostJobs = 1_000

export function createRecorder({ before, isWanted, countsOf, defect, ...writing }: RecorderOptions): Recorder {
  const scribe = createScribe(writing)
  const { tape, marks, refresh, look, instant, lineOf } = scribe
  /** Calls that come in, before they have their lines. */
  const coming = new WeakMap<Call, RecordedCall>()
  const arriving = createArriving()
  const worlds = new Set<string>()
  let calls = 0
  let controlCalls = 0
  /** How many clocks let calls in between two jobs. */
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
  /** A defect that shows before its call has a line and a number: the next call gets the number. */
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

/** Whether time may have passed before a stage. What reads a body looks at the clock by itself. */
const mayHaveWaited = (stage: string) => stage === 'rules' || stage === 'access' || stage === 'waited' || stage === 'answer'

/** The world that an address names. The defect may lie where addresses are read. */
const worldIn = (url: string): string => /^\/worlds\/([^/?]+)/.exec(url)?.[1] ?? 'default'
