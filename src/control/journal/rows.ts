/** Control rows for the journal. */
import { z } from 'zod'
import { anyName } from '../../service/wire/misuse.ts'
import { json, reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'
import { effectReply } from '../scenarios/rows.ts'
import type { WorldKnobs } from '../simulator.ts'
import { storyEntry } from '../story/rows.ts'
import { comparisonResults, expectation, lineComparison, statusForm } from './expectation.ts'
import type { LineFilter } from './filter.ts'

const text = z.string().nullable()

/** Source: decisions §12. */
export const lineReply = z.object({
  id: z.string().describe('The line id.'),
  at: z.iso.datetime().describe("The time on the world's clock."),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  operation: text.describe('The operation or job, such as notifications.createOrder; null for a path without an operation.'),
  method: text.describe('The HTTP method.'),
  path: text.describe("The call's path."),
  status: z.int().nullable().describe('The HTTP status; null for a job, or if the call has no reply yet.'),
  code: text.describe('The error code.'),
  caller: z
    .object({
      org: text.describe("The service owner's code, such as ttd."),
      orgNo: text.describe('The organization number.'),
      clientId: text.describe('The integration id.'),
    })
    .nullable()
    .describe('The caller; null if no token identifies one.'),
  ms: z.number().nullable().describe("The call's duration in milliseconds of real time."),
  stage: z.string().describe('The last stage that the call reached.'),
  committed: z.boolean().describe('True if the call changed anything.'),
  cut: z.boolean().describe('True if the reply was lost or cut off.'),
  recordStatus: text.describe(
    'The status that a job set on its record, such as Email_Delivered; null for calls and for jobs that set no status.',
  ),
  scenario: text.describe('The scenario that changed the call.'),
  why: text.describe('The reason for the result.'),
  comparison: lineComparison,
})

export type JournalLine = z.output<typeof lineReply>

const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

export const fullLineReply = z.object({
  ...lineReply.shape,
  commits: z.int().describe('The number of changes that the call made.'),
  token: z
    .object({
      iss: text.describe('The issuer.'),
      org: text.describe("The service owner's code."),
      orgNo: text.describe('The organization that the caller acts for.'),
      clientId: text.describe('The integration id.'),
      vendor: text.describe('The organization that owns the client.'),
      systemUser: text.describe('The system user id.'),
      user: text.describe("A person's user number."),
      scopes: z.array(z.string()).describe('The scopes, up to 50.'),
      nbf: z.iso.datetime().describe('When the token becomes valid.'),
      exp: z.iso.datetime().describe('When the token expires.'),
    })
    .nullable()
    .describe("The token's contents, even if it has expired, but never the token itself; null if there is no trusted token."),
  stages: z
    .record(z.string(), z.number())
    .describe('When each stage started, in milliseconds of real time after arrival. The last stage ends with the reply.'),
  rules: z.array(z.string()).describe('For each scenario rule, why it did or did not apply.'),
  effects: z.array(effectReply).describe('The effects of the rules that applied.'),
  request: z
    .object({
      query: z.string().describe('The query string.'),
      headers: headers.describe('The headers, without secrets.'),
      body: text.describe('The body, truncated to 16,384 characters; null if it was not stored.'),
      missing: z.int().describe('The number of body characters that were cut off; 0 if the body is complete.'),
      bytes: z.int().nullable().describe("The body's length in bytes; null if it was not read."),
    })
    .describe('The request.'),
  reply: z
    .object({
      headers: headers.describe('The headers.'),
      body: text.describe('The body, truncated to 16,384 characters; null if it was not stored.'),
      missing: z.int().describe('The number of body characters that were cut off; 0 if the body is complete.'),
      bytes: z.int().describe('The number of bytes sent.'),
      cut: z.boolean().describe('True if the reply was cut off.'),
    })
    .nullable()
    .describe('The reply; null if nothing was sent.'),
  causedBy: text.describe('The line id for the call or job that booked this job; null for a call.'),
  caused: z
    .array(storyEntry)
    .describe('The jobs, bookings, messages, events and deliveries that the call or job caused, in chronological order, up to 200.'),
  causedTotal: z.int().describe('The total number of these entries, including those after the first 200.'),
})

export type FullJournalLine = z.output<typeof fullLineReply>

export const errorGroup = z.object({
  status: z.int().describe("The replies' status."),
  code: text.describe("The replies' code; null if they have no code."),
  operation: text.describe('The operation; null for a path without one.'),
  count: z.int().describe('The number of calls still in the journal.'),
  first: z.iso.datetime().describe('When the first call arrived.'),
  last: z.iso.datetime().describe('When the last call arrived.'),
  why: text.describe("The reason for the last call's result."),
  calls: z.array(z.string()).describe("The newest five calls' line ids, newest first."),
})

export type ErrorGroup = z.output<typeof errorGroup>

export const errorsReply = z.object({
  errors: z.array(errorGroup).describe('The groups, starting with the one that contains the newest call.'),
  ...pageReply,
})

const nearLine = z.object({ ...lineReply.shape, differs: z.array(z.string()).describe('The differences from the expectation.') })

export const fulfilledReply = z.object({
  ok: z.literal(true).describe('True if the number of matching lines is as expected.'),
  count: z.int().describe('The number of matching lines.'),
  message: z.string().describe('The result in a sentence.'),
})

export const unfulfilledReply = z.object({
  ok: z.literal(false).describe('True if the number of matching lines is as expected.'),
  count: z.int().describe('The number of matching lines.'),
  dropped: z.int().describe('The maximum number of lines dropped after `since`. If it is greater than 0, dropped lines may have matched.'),
  message: z.string().describe('The result in a sentence.'),
  nearest: z.array(nearLine).describe('The lines closest to the expectation, starting with the closest.'),
})

export type Verification = z.output<typeof fulfilledReply> | z.output<typeof unfulfilledReply>

/** The data of a single event in the stream. */
export const linesReply = z.object({
  lines: z.array(lineReply).describe('The lines in the order in which they were closed. A line without a method is a job.'),
  leftOut: z
    .int()
    .describe(
      'The number of lines skipped just before these lines, because too many arrived. The journal may still contain the skipped lines.',
    ),
  missing: z.int().describe('The maximum number of earlier lines that the journal has dropped. Greater than 0 only in the first event.'),
})

export const journalReply = z.object({
  journal: z.array(lineReply).describe('The lines, newest last.'),
  ...pageReply,
  dropped: z.int().describe('The number of lines dropped to make room for newer ones; with `since`, the maximum number dropped after it.'),
})

export const lineFilter = z.object({
  operation: z.string().optional().describe('An operation or an area; with `jobs`, a job or an area.'),
  status: z
    .string()
    .regex(statusForm, 'Expected a status such as 404 or 4xx')
    .optional()
    .describe('Only calls with this status or status class, such as 5xx.'),
  code: z.string().optional().describe('Only calls with this error code.'),
  scenario: z.string().optional().describe('Only calls that this scenario changed.'),
  caller: z.string().optional().describe('Only lines for this caller: a code, a number or a client id.'),
  environment: z.enum(environmentNames).optional().describe('Only lines for this environment.'),
  text: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only lines with this text in the path, the query, the reason, the data or a stored body.'),
  comparison: z
    .enum(comparisonResults)
    .optional()
    .describe('Only calls forwarded to the real service, with this comparison result: same, differs, or apart.'),
  jobs: z.enum(['true', 'false', 'also']).optional().describe('`true` for jobs instead of calls, `also` for both.'),
})

/** Throws `Misuse` for a scenario that neither exists nor appears in any line, because an empty result would be misleading. */
export async function demandScenario({ journal, scenarios }: WorldKnobs, name: string | undefined): Promise<void> {
  if (name === undefined) return
  const scenario = anyName(name)
  const isNamed = journal.list({ scenario, jobs: 'also', limit: 1 }).total > 0
  if (!isNamed) await scenarios.find(scenario)
}

export function filterOf({ jobs, operation, scenario, ...filter }: z.output<typeof lineFilter>): LineFilter {
  return { ...filter, operation: outside(operation), scenario: outside(scenario), jobs: jobs === 'also' ? jobs : jobs === 'true' }
}

const outside = (name: string | undefined) => (name === undefined ? undefined : anyName(name))

const journalQuery = z.object({
  since: z.string().optional().describe('A line id or a time: only lines newer than that line, or not older than that time.'),
  ...lineFilter.shape,
  ...pageQuery,
})

const listJournal = defineControl('control.listJournal', 'GET /_standin/journal', {
  summary:
    'The calls, or the jobs that the service ran, newest last. Pages start with the newest lines; with `since`, they start with the oldest',
  request: { query: journalQuery },
  replies: { 200: reply.json(journalReply) },
  example: { query: { operation: 'fileTransfer.overview', status: '4xx' } },

  async handle({ query: { since, limit, after, ...filter } }, { knobs, reply: answer }) {
    await demandScenario(knobs, filter.scenario)
    return answer(200, knobs.journal.list({ ...filterOf(filter), since, ...pageIn({ limit, after }) }))
  },
})

const { caller, environment } = lineFilter.shape
const errorsQuery = z.object({
  since: z.string().optional().describe('A line id or a time: only lines newer than that line, or not older than that time.'),
  operation: z.string().optional().describe('Only errors in this operation or area.'),
  caller,
  environment,
  ...pageQuery,
})

const group = { name: 'journal', summary: 'List, follow, show, count, export and clear calls' } as const

const listErrors = defineControl('control.listErrors', 'GET /_standin/journal/errors', {
  summary: 'Refused and failed calls, grouped by code, status and operation, newest first',
  request: { query: errorsQuery },
  replies: { 200: reply.json(errorsReply) },
  example: { query: { operation: 'notifications' } },

  handle: ({ query: { operation, limit, after, ...filter } }, { knobs, reply: answer }) =>
    answer(200, knobs.journal.errors({ ...filter, operation: outside(operation), ...pageIn({ limit, after }) })),
})

const showJournalLine = defineControl('control.showJournalLine', 'GET /_standin/journal/{id}', {
  summary: 'A call or job in full: request, reply, stages, and the scenario rules that were tried',
  request: { params: z.object({ id: z.string().describe("A line id, from a reply's x-standin-call header.") }) },
  replies: { 200: reply.json(fullLineReply) },
  example: { params: { id: '17' } },
  command: {
    group,
    name: 'show',
    summary: 'Show a call or job in full: request, reply, stages, and the scenario rules that were tried',
    hints: { id: 'or from "standin journal"' },
    examples: [['standin journal show 17', 'Show why call 17 got its reply']],
  },

  handle: ({ params }, { knobs, reply: answer }) => answer(200, knobs.journal.find(params.id)),
})

const clearJournal = defineControl('control.clearJournal', 'DELETE /_standin/journal', {
  summary: 'Clear the journal',
  command: { group, name: 'clear', said: 'Cleared the journal of world {world}.' },

  handle: (_, { knobs, done }) => done(knobs.journal.clear()),
})

const verifyJournal = defineControl('control.verifyJournal', 'POST /_standin/journal/verify', {
  recorded: false,
  summary: 'Verify the number of calls that match; if it is wrong, show the closest lines',
  request: { body: json(expectation) },
  replies: { 200: reply.json(fulfilledReply), 422: reply.json(unfulfilledReply) },
  example: { body: { operation: 'notifications.createOrder', count: 1, where: { status: 201, org: 'ttd' } } },

  async handle({ body }, { knobs, reply: answer }) {
    await demandScenario(knobs, body.where?.scenario)
    const verification = knobs.journal.verify(body)
    return verification.ok ? answer(200, verification) : answer(422, verification)
  },
})

export const journalRows = [listJournal, listErrors, showJournalLine, clearJournal, verifyJournal] as const
