/** The newest report of `standin compare`, for the page. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { liveSlot } from '../../service/wire/when-needed.ts'
import { defineControl } from '../rows/row.ts'
import type { Simulator } from '../simulator.ts'

/** The largest report that is read. Bytes. */
export const mostReportBytes = 32 * 2 ** 20
const mostGroups = 10_000

const count = z.int().min(0)
const short = z.string().max(1_000)
const value = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()])

const shownReply = z.object({
  status: z.int().min(0).max(999).describe('The status.'),
  headers: z.record(short, z.string().max(10_000)).describe('The headers, by their names in lower case.'),
  body: z.string().max(100_000).nullable().describe('The body as text; null: it is not text, or it was not recorded.'),
  bytes: count.describe('Size of the whole body.'),
  missing: count.describe('Characters of the body that the report leaves out.'),
})

const example = z.object({
  from: short.describe('The source of the call, such as `traffic.har, entry 12`.'),
  at: short.describe('When the call began.'),
  method: short.describe('The method.'),
  url: z.string().max(10_000).describe('Path and query.'),
  there: shownReply.nullish().describe('The reply of the real service; null: it was not recorded.'),
  here: shownReply.nullish().describe('The reply of Standin.'),
})

const group = z.object({
  operation: short.describe('The operation.'),
  kind: z
    .enum(['status', 'code', 'header', 'missing', 'extra', 'type', 'value', 'order', 'not-json', 'connection', 'never-reached'])
    .describe('The kind of the difference.'),
  where: short.describe('The member of the reply, such as `recipients[].status`.'),
  calls: count.describe('Number of calls with this difference.'),
  of: count.describe('Number of calls of the operation that were compared.'),
  there: value.describe('The value of the real service in the example.'),
  here: value.describe('The value of Standin in the example.'),
  example: example.describe('A call with this difference.'),
  rule: z.string().max(1_000).nullish().describe('The documents with the rule that Standin follows, such as `file-transfer §5.5`.'),
  likely: z
    .enum(['standin', 'newer', 'environment', 'unknown'])
    .describe('Who is likely wrong; `newer`: the real service has something that no document mentions.'),
})

export const comparisonReport = z.object({
  version: z.literal(1).describe('The version of this form.'),
  standin: short.describe('The version of Standin.'),
  dialect: short.describe('The dialect that Standin spoke.'),
  environment: z.string().max(10_000).describe('The name of the environment, or the files with the calls.'),
  complete: z.boolean().describe('False: the comparison was stopped before its end, or still runs.'),
  notes: z.array(short).max(100).optional().describe('Facts about the environment that a reader must know.'),
  began: short.describe('Time of the first call.'),
  ended: short.describe('Time of the last call.'),
  calls: count.describe('Number of calls.'),
  same: count.describe('Number of calls with the same replies.'),
  groups: z.array(group).max(mostGroups).describe('The differences, grouped by operation, kind and place.'),
  apart: z.record(short, count).describe('Numbers of calls that were not compared, by reason.'),
  coverage: z
    .object({
      met: z.record(short, z.record(short, count)).describe('Operation, then status of the real service: number of calls.'),
      never: z.array(short).max(1_000).describe('Operations without a call.'),
    })
    .describe('The operations and statuses that the traffic met.'),
})

const comparisonReply = z.object({
  report: comparisonReport.nullable().describe('The report; null until there is one.'),
})

export type ComparisonReport = z.output<typeof comparisonReport>

const newest = liveSlot((): { report: ComparisonReport | null } => ({ report: null }))

export function storeComparison(simulator: Simulator, report: ComparisonReport): void {
  newest.of(simulator).report = report
}

const showComparison = defineControl({
  id: 'control.showComparison',
  method: 'GET',
  path: '/_standin/comparison',
  world: 'named',
  summary: 'The newest report of a comparison with the real service',
  request: {},
  replies: { 200: reply.json(comparisonReply) },

  handle: (_, { simulator, reply: answer }) => answer(200, { report: newest.of(simulator).report }),
})

const reportComparison = defineControl({
  id: 'control.reportComparison',
  method: 'PUT',
  path: '/_standin/comparison',
  world: 'named',
  recorded: false,
  summary: 'Store a report of a comparison with the real service, for the dashboard; it replaces the previous one',
  request: { body: { kind: 'json', schema: comparisonReport, limit: mostReportBytes } },
  replies: { 204: reply.empty() },
  example: {
    body: {
      version: 1,
      standin: '1.0.0',
      dialect: 'live',
      environment: 'traffic.har',
      complete: true,
      began: '2026-06-01T10:00:00.000Z',
      ended: '2026-06-01T10:05:00.000Z',
      calls: 2,
      same: 2,
      groups: [],
      apart: {},
      coverage: { met: { 'notifications.createOrder': { 201: 2 } }, never: [] },
    },
  },

  handle: ({ body }, { simulator, done }) => done(storeComparison(simulator, body)),
})

export const comparisonRows = [showComparison, reportComparison] as const
