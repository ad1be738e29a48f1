/** Records Prometheus metrics, including the default process metrics. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Gauges, MetricsRecorder } from '../../service/world/platform.ts'

/** Buckets in seconds. Most calls take less than a millisecond; others take as long as a scenario's latency. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

const names: Readonly<Record<keyof Gauges, readonly [name: string, help: string]>> = {
  worlds: ['standin_worlds', 'Worlds that exist.'],
  bookings: ['standin_bookings', 'Booked jobs in all worlds.'],
  contentBytes: ['standin_content_bytes', 'Bytes of stored files in all worlds.'],
  leadSeconds: [
    'standin_clock_lead_seconds',
    "The maximum number of seconds by which a world is ahead of the machine's clock, because that clock was set back.",
  ],
}

export function nodeMetrics(): MetricsRecorder {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const calls = new Histogram({
    name: 'standin_call_duration_seconds',
    help: 'Calls to the service, from arrival to the end of the reply. Status 0 means that the client disconnected.',
    labelNames: ['operation', 'status'],
    buckets,
    registers,
  })
  const jobs = new Counter({ name: 'standin_jobs_total', help: 'Jobs that ran.', labelNames: ['job'], registers })
  const gauges = Object.entries(names).map(([key, [name, help]]) => ({
    key: key as keyof Gauges,
    gauge: new Gauge({ name, help, registers }),
  }))
  return {
    call: ({ operation, status, seconds }) => calls.observe({ operation, status: status ?? 0 }, seconds),
    job: (job) => jobs.inc({ job }),
    text(now) {
      for (const { key, gauge } of gauges) gauge.set(now[key])
      return register.metrics()
    },
  }
}
