/** What OpenTelemetry sees: a span for each call, its stages and its jobs, made of their lines when they end. */
import { stageNames } from '../engine/walk.ts'
import type { Worlds } from '../engine/worlds.ts'
import { Misuse } from '../misuse.ts'
import type { Line } from '../state/journal-line.ts'
import type { Span, Trace, TraceRecorder } from '../state/observing/trace.ts'
import type { Platform } from '../state/platform.ts'

export interface Traces {
  /**
   * Sends spans of all calls and jobs that end from now on, to where the variables `OTEL_*` say. `tell`: says why they cannot be sent.
   * Throws {@link Misuse} in a browser, and where OpenTelemetry is not installed.
   */
  start(tell?: (text: string) => void): Promise<void>
  /** Sends what is not sent yet, and no more from then on. */
  end(): Promise<void>
}

/** Calls and jobs cost nothing more before somebody starts it. */
export function createTraces(platform: Platform, worlds: Worlds, version: string): Traces {
  let recorder: TraceRecorder | undefined
  let unwatch = () => {}
  return {
    async start(tell = () => {}) {
      const { openTraces } = platform
      if (!openTraces) throw new Misuse('There are no traces in a browser. Ask a server.', undefined, 501)
      if (recorder) return
      const opened = await openTraces(version, tell)
      recorder = opened
      const timeOf = realTime(platform)
      unwatch = worlds.watch((line, world) => opened.record(traceOf(line, world, timeOf)))
    },
    async end() {
      unwatch()
      const ending = recorder
      recorder = undefined
      await ending?.end()
    },
  }
}

/** Milliseconds. */
const drift = 10

/** The steady clock, whose start is arbitrary, as a time. What begins within another one must not seem to begin before it. */
function realTime({ now, tick }: Platform): (ticks: number) => number {
  let start = now() - tick()
  return (ticks) => {
    const current = now() - tick()
    if (Math.abs(current - start) > drift) start = current
    return start + ticks
  }
}

function traceOf(line: Line, world: string, timeOf: (ticks: number) => number): Trace {
  const { id, method, operation, status, ms, requestHeaders } = line
  const isJob = method === null
  const began = timeOf(line.began)
  const ended = began + (ms ?? 0)
  const booking = id.replace(/\+\d+$/, '')
  return {
    name: operation ?? method ?? '',
    began,
    ended,
    attributes: present({ ...(isJob ? {} : httpFacts(line)), ...facts(line, world) }),
    key: `${world} ${booking}`,
    cause: isJob ? `${world} ${booking.slice(0, booking.lastIndexOf('.'))}` : undefined,
    headers: requestHeaders,
    failed: status !== null && status >= 500,
    stages: isJob ? [] : stagesOf(line, began, ended),
  }
}

type Facts = Readonly<Record<string, string | number | null | undefined>>

/** As the semantic conventions of OpenTelemetry name them. */
const httpFacts = ({ method, path, status }: Line): Facts => ({
  'http.request.method': method,
  'url.path': path,
  'http.response.status_code': status,
})

const facts = ({ id, at, environment, operation, code, caller, scenario, why, commits }: Line, world: string): Facts => ({
  'standin.id': id,
  'standin.world': world,
  'standin.environment': environment,
  'standin.operation': operation,
  'standin.time': new Date(at).toISOString(),
  'standin.code': code,
  'standin.caller': caller?.org ?? caller?.orgNo,
  'standin.scenario': scenario,
  'standin.why': why,
  'standin.commits': commits,
})

const present = (facts: Facts) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined)) as Span['attributes']

/** A stage lasts until the next one begins. The last one lasts until the reply is sent. */
function stagesOf({ times }: Line, began: number, ended: number): Span[] {
  const begun = stageNames.flatMap((name, at) => (times[at] === undefined ? [] : [{ name, began: began + times[at] }]))
  return begun.map(({ name, began }, at) => ({ name, began, ended: begun[at + 1]?.began ?? ended, attributes: {} }))
}
