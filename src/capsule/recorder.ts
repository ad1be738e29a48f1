/** Records calls, and everything that decides how they are answered. */
import type { Observer } from '../state/observing/observer.ts'
import { type Call, type CallHeaders, header } from '../wire/http/call.ts'
import { encodeBase64 } from './bodies.ts'
import type { Marks } from './marks.ts'
import { recordedAnswer } from './recorded-answer.ts'
import { createScribe, type RecordedCall, type Scribe, type ScribeOptions } from './scribe.ts'

export interface Recorder extends Observer {
  readonly scribe: Scribe
  /** Begins to record a world, at the instant that it returns. */
  begin(world: string): number
  readonly calls: number
}

export interface RecorderOptions extends ScribeOptions {
  /** Called when a defect of Standin has answered a call. */
  readonly defect?: (() => void) | undefined
  /** The worlds that exist: they are recorded when `begin` says so. */
  readonly before: ReadonlySet<string>
  /** Whether a world is recorded that begins during the recording. */
  isWanted(world: string): boolean
  /** What a control row counts in its world. */
  countsOf(world: string): { readonly tokens: number; readonly interventions: number } | undefined
}

/** Milliseconds after which the instant of the last line no longer holds. */
const longestInstant = 50
/** Jobs in one line. */
const mostJobs = 1_000

export function createRecorder({ before, isWanted, countsOf, defect, ...writing }: RecorderOptions): Recorder {
  const scribe = createScribe(writing)
  const { tape, marks, refresh, instant, lineOf } = scribe
  const [incoming, arriving] = [new WeakMap<Call, RecordedCall>(), new WeakMap<object, RecordedCall>()]
  const worlds = new Set<string>()
  let calls = 0
  /** How many clocks let calls in between two jobs. */
  let breathing = 0
  const isRecorded = (world: string) => worlds.has(world) || (!before.has(world) && isWanted(world))
  const newCall = ({ signal }: Call): RecordedCall => ({ n: 0, signal, left: false, stage: undefined })
  const surroundings = (body: Call['body']) => ({ ...(body && { body: true }), ...(breathing > 0 && { between: true }) })

  return {
    scribe,
    get calls() {
      return calls
    },
    begin(world) {
      const at = refresh()
      if (worlds.has(world)) tape.write({ event: 'start', world, at })
      worlds.add(world)
      return at
    },
    now: (real) => (real >= instant() && real - instant() < longestInstant ? instant() : real),
    carry(call, carry) {
      const recorded = newCall(call)
      const observed = { ...call, body: scribe.bodyOf(recorded, call) }
      incoming.set(observed, recorded)
      refresh()
      return recordedAnswer(scribe, recorded, carry(observed), { isWhole: true, defect })
    },
    arrived(call, line, world) {
      const recorded = incoming.get(call)
      if (!recorded || !isRecorded(world)) return
      recorded.n = ++calls
      arriving.set(line, recorded)
      const { method, url, base, place, headers, body } = call
      const arrival = {
        event: 'call' as const,
        n: calls,
        world,
        number: Number(line.id),
        at: instant(),
        method,
        url: markedUrl(url, marks),
      }
      const address = { ...(base !== undefined && { base }), ...(place && { place }) }
      tape.write({ ...arrival, ...address, ...scribe.shareHeaders(keyOf(method, headers), headers), ...surroundings(body) }, recorded)
    },
    async control({ call, world }, carry) {
      if (!isRecorded(world)) return carry(call)
      const recorded = newCall(call)
      recorded.n = ++calls
      const { method, url, body, headers } = call
      const type = header(headers, 'content-type')
      const arrival = {
        event: 'control' as const,
        n: calls,
        world,
        at: refresh(),
        method,
        url: markedUrl(url, marks),
        ...(type && { type }),
      }
      tape.write({ ...arrival, ...surroundings(body), ...countsOf(world) }, recorded)
      return recordedAnswer(scribe, recorded, carry({ ...call, body: scribe.bodyOf(recorded, call) }), { isWhole: false, defect })
    },
    reached(line, stage) {
      const call = arriving.get(line)
      if (!call) return
      refresh()
      lineOf(call).to = stage
      call.stage = stage
    },
    committing() {},
    committed(line, world) {
      const call = arriving.get(line)
      if (call) {
        const open = lineOf(call)
        open.commits = (open.commits ?? 0) + 1
      } else if (typeof line.method === 'string' && isRecorded(world)) tape.write({ event: 'stranger', world, at: instant() })
    },
    began({ id }, world) {
      if (!isRecorded(world)) return
      const { last } = tape
      if (last?.event === 'jobs' && last.world === world && last.at === instant() && last.ids.length < mostJobs) last.ids.push(id)
      else tape.write({ event: 'jobs', world, at: instant(), ids: [id] })
    },
    woke(world) {
      if (isRecorded(world)) tape.write({ event: 'wake', world, at: refresh() })
    },
    closing: () => tape.close(),
    async breathed(breath) {
      breathing++
      await breath
      breathing--
    },
    async called({ method, url }, reply) {
      const asked = { event: 'outgoing' as const, method, url: markedUrl(url, marks) }
      try {
        const came = await reply
        const { status, headers, body } = came
        tape.write({ ...asked, at: refresh(), status, headers: markedHeaders(headers, marks), base64: encodeBase64(body) })
        return came
      } catch (thrown) {
        tape.write({ ...asked, at: refresh(), error: thrown instanceof Error ? thrown.message : String(thrown) })
        throw thrown
      }
    },
  }
}

/** Calls with equal keys mostly have the same headers. */
const keyOf = (method: string, headers: CallHeaders) =>
  `${header(headers, 'authorization')?.slice(-24)} ${method} ${header(headers, 'content-type')}`

function markedUrl(url: string, { text, query }: Marks): string {
  const mark = url.indexOf('?')
  return mark < 0 ? text(url) : `${text(url.slice(0, mark))}?${query(url.slice(mark + 1))}`
}

const markedHeaders = (headers: Readonly<Record<string, string>>, { header: kept }: Marks) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, kept(name, value)]))
