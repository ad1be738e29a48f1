/** Metrics for Prometheus: gauges, and counters for calls and jobs. */
import type { Engine } from '../../service/engine/engine.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import type { Line } from '../../service/world/journal.ts'
import type { Gauges, MetricsRecorder, Platform } from '../../service/world/platform.ts'

/** Returns metrics in the Prometheus exposition format. Throws {@link Misuse} in a browser. */
export type Metrics = () => Promise<string>

/** Counting starts with the first request for metrics. */
export function createMetrics({ openMetrics }: Platform, worlds: Engine['worlds']): Metrics {
  let opened: Promise<MetricsRecorder> | undefined

  async function open(load: NonNullable<Platform['openMetrics']>): Promise<MetricsRecorder> {
    const recorder = await load()
    const see = (line: Line) => record(recorder, line)
    for (const { journal } of worlds.list()) for (const ring of [journal.calls, journal.jobs]) ring.list().filter(isClosed).forEach(see)
    worlds.watch(see)
    return recorder
  }
  return async () => {
    if (!openMetrics) throw new Misuse('Metrics are not available in a browser. Use a server.', undefined, 501)
    opened ??= open(openMetrics)
    return (await opened).text(gaugesOf(worlds))
  }
}

const isClosed = ({ closed }: Line) => closed > 0

function record(recorder: MetricsRecorder, { method, operation, status, ms }: Line): void {
  const named = operation ?? 'none'
  if (method === null) recorder.job(named)
  else recorder.call({ operation: named, status, seconds: (ms ?? 0) / 1000 })
}

function gaugesOf(worlds: Engine['worlds']): Gauges {
  const all = worlds.list()
  const sum = (count: (world: (typeof all)[number]) => number) => all.reduce((total, world) => total + count(world), 0)
  return {
    worlds: all.length,
    bookings: sum(({ clock }) => clock.agenda.size),
    contentBytes: sum(({ blobs }) => blobs.held.bytes),
    leadSeconds: all.reduce((most, { clock }) => Math.max(most, clock.lead() / 1000), 0),
  }
}
