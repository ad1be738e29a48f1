/** The journal of a world: list, verify and clear. */
import { z } from 'zod'
import { anyName } from '../../service/wire/any-name.ts'
import { json, reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'
import { effectReply } from '../scenarios/rows.ts'
import type { WorldKnobs } from '../simulator.ts'
import { storyEntry } from '../story/rows.ts'
import { expectation, statusForm } from './expectation.ts'
import type { LineFilter } from './filter.ts'

const text = z.string().nullable()

/** Source: decisions §12. */
export const lineReply = z.object({
  id: z.string().describe('The id of the line.'),
  at: z.iso.datetime().describe('When, on the clock of the world.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  operation: text.describe('An operation or a job, such as notifications.createOrder. In a line, null: the path belongs to none.'),
  method: text.describe('The HTTP method.'),
  path: text.describe('The path of the call.'),
  status: z.int().nullable().describe('The HTTP status. Null: the call is not answered yet, or it is a job.'),
  code: text.describe('The error code.'),
  caller: z
    .object({
      org: text.describe('The code of the service owner, such as ttd.'),
      orgNo: text.describe('The organization number.'),
      clientId: text.describe('The id of the integration.'),
    })
    .nullable()
    .describe('Who called. Null: no token names a caller.'),
  ms: z.number().nullable().describe('How long the call took, in real milliseconds.'),
  stage: z.string().describe('The last stage that the call reached.'),
  committed: z.boolean().describe('Whether the call changed anything.'),
  cut: z.boolean().describe('Whether the reply was lost, or broke off.'),
  recordStatus: text.describe('The status that a job left its record in, such as Email_Delivered. Null: it left none, or it is a call.'),
  scenario: text.describe('The scenario that changed the call.'),
  why: text.describe('Why it was answered so.'),
})

export type JournalLine = z.output<typeof lineReply>

const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

export const fullLineReply = z.object({
  ...lineReply.shape,
  commits: z.int().describe('How many changes the call made.'),
  token: z
    .object({
      iss: text.describe('Who issued it.'),
      org: text.describe('The code of the service owner.'),
      orgNo: text.describe('The organization that the caller acts for.'),
      clientId: text.describe('The id of the integration.'),
      vendor: text.describe('The organization that owns the client.'),
      systemUser: text.describe('The id of the system user.'),
      user: text.describe("The number of a person's user."),
      scopes: z.array(z.string()).describe('The scopes; at most 50.'),
      nbf: z.iso.datetime().describe('It is valid from this time on.'),
      exp: z.iso.datetime().describe('It is valid before this time.'),
    })
    .nullable()
    .describe('What the token says, also one that is expired; never the token itself. Null: there is none, or it is not trusted.'),
  /** When each stage began, in real milliseconds after arrival. A stage ends where the next begins; the last ends with the reply. */
  stages: z.record(z.string(), z.number()).describe('When each stage began, in real milliseconds after arrival.'),
  rules: z.array(z.string()).describe('Why each rule of a scenario did or did not apply.'),
  effects: z.array(effectReply).describe('What the rules did.'),
  request: z
    .object({
      query: z.string().describe('The query of the address.'),
      headers: headers.describe('The headers. Secrets are left out.'),
      body: text.describe('The body, cut after 16,384 characters. Null: it was not kept.'),
      missing: z.int().describe('How many characters of the body are left out, because it was longer. 0: it is whole.'),
      bytes: z.int().nullable().describe('The length of the body. Null: it was not read.'),
    })
    .describe('The request.'),
  reply: z
    .object({
      headers: headers.describe('The headers.'),
      body: text.describe('The body, cut after 16,384 characters. Null: it was not kept.'),
      missing: z.int().describe('How many characters of the body are left out, because it was longer. 0: it is whole.'),
      bytes: z.int().describe('How many bytes were sent.'),
      cut: z.boolean().describe('Whether the reply broke off.'),
    })
    .nullable()
    .describe('The reply. Null: nothing was sent.'),
  causedBy: text.describe('The line, of a call or job, that booked this job. Null: it is a call.'),
  caused: z.array(storyEntry).describe('Jobs, bookings, messages, events and deliveries because of it, in the order of time; at most 200.'),
  causedTotal: z.int().describe('How many there are.'),
})

export type FullJournalLine = z.output<typeof fullLineReply>

export const errorGroup = z.object({
  status: z.int().describe('The status of the replies.'),
  code: text.describe('The code of the replies. Null: they have none.'),
  operation: text.describe('The operation. Null: there is none at the path.'),
  count: z.int().describe('How many calls, of those that the journal still has.'),
  first: z.iso.datetime().describe('When the first of them arrived.'),
  last: z.iso.datetime().describe('When the last of them arrived.'),
  why: text.describe('The reason of the last one.'),
  calls: z.array(z.string()).describe('The lines of the newest five, the newest first.'),
})

export type ErrorGroup = z.output<typeof errorGroup>

export const errorsReply = z.object({
  errors: z.array(errorGroup).describe('The groups; the one with the newest call first.'),
  ...pageReply,
})

const nearLine = z.object({ ...lineReply.shape, differs: z.array(z.string()).describe('In what it is not as expected.') })

/** `count` is the number of lines that fit. */
export const fulfilledReply = z.object({
  ok: z.literal(true).describe('Whether as many lines match as expected.'),
  count: z.int().describe('How many lines match.'),
  message: z.string().describe('The result in a sentence.'),
})

/** The nearest line comes first. */
export const unfulfilledReply = z.object({
  ok: z.literal(false).describe('Whether as many lines match as expected.'),
  count: z.int().describe('How many lines match.'),
  dropped: z.int().describe('How many lines since `since` were dropped, at most. Above 0, they may have fitted.'),
  message: z.string().describe('The result in a sentence.'),
  nearest: z.array(nearLine).describe('The lines that are most like what was expected.'),
})

export type Verification = z.output<typeof fulfilledReply> | z.output<typeof unfulfilledReply>

/** The data of one event of the stream: lines in the order of closing. A line without a method is a job. */
export const linesReply = z.object({
  lines: z.array(lineReply).describe('The lines, in the order in which they were closed. A line without a method is a job.'),
  leftOut: z
    .int()
    .describe(
      'How many lines closed just before these are left out, because too many came. The list has them, as far as the journal goes.',
    ),
  missing: z.int().describe('How many lines before these the journal no longer has, at most. Above 0 only in the first event.'),
})

/** A page of lines, oldest first. */
export const journalReply = z.object({
  journal: z.array(lineReply).describe('The lines, the newest last.'),
  ...pageReply,
  dropped: z.int().describe('How many lines made room for newer ones; with `since` those after it, or a number that they do not exceed.'),
})

export const lineFilter = z.object({
  operation: z.string().optional().describe('An operation or an area; with `jobs` a job or an area.'),
  status: z
    .string()
    .regex(statusForm, 'A status such as 404 or 4xx is expected')
    .optional()
    .describe('Only calls with this status, or a class of statuses such as 5xx.'),
  code: z.string().optional().describe('Only calls that were answered with this code.'),
  scenario: z.string().optional().describe('Only calls that this scenario changed.'),
  caller: z.string().optional().describe('Only lines of this caller: its code, number or client id.'),
  environment: z.enum(environmentNames).optional().describe('Only lines of this environment.'),
  text: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only lines with this text in the path, the query, the reason, the data or a body that is kept.'),
  jobs: z.enum(['true', 'false', 'also']).optional().describe('true: the jobs instead of the calls; also: both.'),
})

/** Throws `Misuse` for a scenario that does not exist and that no line names: its lines would just seem to be missing. */
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
  since: z.string().optional().describe('A line, or a time: what is newer than that line, or not older than that time.'),
  ...lineFilter.shape,
  ...pageQuery,
})

const listJournal = defineControl({
  id: 'control.listJournal',
  method: 'GET',
  path: '/_standin/journal',
  summary: 'The calls, or what the service did by itself, newest last. Pages begin with the newest lines, or with `since` with the oldest',
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
  since: z.string().optional().describe('A line, or a time: what is newer than that line, or not older than that time.'),
  operation: z.string().optional().describe('Only errors of this operation or area.'),
  caller,
  environment,
  ...pageQuery,
})

const group = { name: 'journal', summary: 'List the calls, follow, show, count, export and clear them' } as const

const listErrors = defineControl({
  id: 'control.listErrors',
  method: 'GET',
  path: '/_standin/journal/errors',
  summary:
    'The calls that were refused or failed, grouped by code, status and operation: how often, when last, and which. The newest first',
  request: { query: errorsQuery },
  replies: { 200: reply.json(errorsReply) },
  example: { query: { operation: 'notifications' } },

  handle: ({ query: { operation, limit, after, ...filter } }, { knobs, reply: answer }) =>
    answer(200, knobs.journal.errors({ ...filter, operation: outside(operation), ...pageIn({ limit, after }) })),
})

const showJournalLine = defineControl({
  id: 'control.showJournalLine',
  method: 'GET',
  path: '/_standin/journal/{id}',
  summary: 'One call or job in full: request, reply, stages, and the rules that Standin tried',
  request: { params: z.object({ id: z.string().describe('The id of a line, from the header x-standin-call of a reply.') }) },
  replies: { 200: reply.json(fullLineReply) },
  example: { params: { id: '17' } },
  command: {
    group,
    name: 'show',
    summary: 'Show one call or job in full: request, reply, stages, and the rules that Standin tried',
    hints: { id: 'or from "standin journal"' },
    examples: [['standin journal show 17', 'Why the call 17 was answered as it was']],
  },

  handle: ({ params }, { knobs, reply: answer }) => answer(200, knobs.journal.find(params.id)),
})

const clearJournal = defineControl({
  id: 'control.clearJournal',
  method: 'DELETE',
  path: '/_standin/journal',
  summary: 'Empty the journal',
  request: {},
  replies: { 204: reply.empty() },
  command: { group, name: 'clear', said: 'The journal of the world {world} is empty.' },

  handle: (_, { knobs, done }) => done(knobs.journal.clear()),
})

const verifyJournal = defineControl({
  id: 'control.verifyJournal',
  method: 'POST',
  path: '/_standin/journal/verify',
  recorded: false,
  summary: 'Verify how often something was called; if the count is wrong, show the nearest lines',
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
