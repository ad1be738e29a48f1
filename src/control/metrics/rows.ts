/** The control row for Prometheus metrics. */
import { reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'

const showMetrics = defineControl('control.showMetrics', 'GET /_standin/metrics', {
  world: 'none',
  summary: 'Metrics for Prometheus: calls by operation and status, jobs, bookings, worlds, content, and the process',
  replies: { 200: reply.text() },

  handle: async (_, { simulator, reply: answer }) =>
    answer(200, await simulator.metrics(), { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
})

export const metricsRows = [showMetrics] as const
