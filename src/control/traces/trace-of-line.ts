/** Creates a trace from a journal line: a span for the call or job, and one for each of its stages. */

import { type Line, stageNames } from '../../service/world/journal.ts'
import type { Platform, Span, Trace } from '../../service/world/platform.ts'

/** Maximum drift between the clocks that is ignored, in milliseconds. */
const drift = 10

/** Converts ticks of the monotonic clock to time. Adjusts only for larger drift, so that nested spans never begin before their parents. */
export function realTime({ now, tick }: Platform): (ticks: number) => number {
  let start = now() - tick()
  return (ticks) => {
    const current = now() - tick()
    if (Math.abs(current - start) > drift) start = current
    return start + ticks
  }
}

export function traceOf(line: Line, world: string, timeOf: (ticks: number) => number): Trace {
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

/** Attribute names follow the OpenTelemetry semantic conventions. */
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

/** Returns a span for each stage. A stage lasts until the next stage begins, and the last stage until the reply is sent. */
function stagesOf({ times }: Line, began: number, ended: number): Span[] {
  const begun = stageNames.flatMap((name, at) => (times[at] === undefined ? [] : [{ name, began: began + times[at] }]))
  return begun.map(({ name, began }, at) => ({ name, began, ended: begun[at + 1]?.began ?? ended, attributes: {} }))
}
