/** The journal of a world: list, follow, verify and clear. */
import { z } from 'zod'
import { errorsReply, fulfilledReply, fullLineReply, journalReply, linesReply, unfulfilledReply } from '../control-replies/journal.ts'
import type { WorldKnobs } from '../knobs/index.ts'
import { expectation, statusForm } from '../knobs/journal/expectation.ts'
import type { LineFilter } from '../knobs/journal/filter.ts'
import type { StreamedLines, StreamPosition } from '../knobs/journal/stream.ts'
import { Misuse } from '../misuse.ts'
import { anyName } from '../wire/any-name.ts'
import { header } from '../wire/http/call.ts'
import { json, reply } from '../wire/row.ts'
import { environmentNames } from '../world/agenda.ts'
import { eventStream, type ServerEvent } from './event-stream.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

const lineFilter = z.object({
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
async function demandScenario({ journal, scenarios }: WorldKnobs, name: string | undefined): Promise<void> {
  if (name === undefined) return
  const scenario = anyName(name)
  const isNamed = journal.list({ scenario, jobs: 'also', limit: 1 }).total > 0
  if (!isNamed) await scenarios.find(scenario)
}

function filterOf({ jobs, operation, scenario, ...filter }: z.output<typeof lineFilter>): LineFilter {
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

const group = {
  name: 'journal',
  summary: 'List the calls, follow them, show one in full, verify how often something was called, or export them',
} as const

const listErrors = defineControl({
  id: 'control.listErrors',
  method: 'GET',
  path: '/_standin/journal/errors',
  summary:
    'The calls that were refused or failed, grouped by code, status and operation: how often, when last, and which. The newest first',
  request: { query: errorsQuery },
  replies: { 200: reply.json(errorsReply) },
  example: { query: { operation: 'notifications' } },

  handle: ({ query: { since, operation, caller, environment, ...page } }, { knobs, reply: answer }) =>
    answer(
      200,
      knobs.journal.errors({
        since,
        operation: operation === undefined ? undefined : anyName(operation),
        caller,
        environment,
        ...pageIn(page),
      }),
    ),
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

  handle(_, { knobs, reply: answer }) {
    knobs.journal.clear()
    return answer(204, undefined)
  },
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

const streamJournal = defineControl({
  id: 'control.streamJournal',
  method: 'GET',
  path: '/_standin/journal/stream',
  summary:
    'The journal as a stream: an event `lines` at most ten times a second, with up to 200 lines that were closed. Its id says where it ends',
  request: { query: lineFilter },
  replies: { 200: reply.eventStream(linesReply) },
  example: { query: { operation: 'fileTransfer', status: '5xx' } },

  async handle({ query }, { simulator, knobs, call, reply: answer }) {
    await demandScenario(knobs, query.scenario)
    const after = placeIn(header(call.headers, 'last-event-id'))
    const batches = knobs.journal.stream({ ...filterOf(query), after, signal: call.signal })
    return answer(200, eventStream(eventsOf(batches), simulator.pause), { 'x-accel-buffering': 'no' })
  },
})

const idForm = /^(?:([0-9a-f]{8}):)?(\d{1,15})$/

/** A number alone is a line of this stream. */
function placeIn(last: string | undefined): StreamPosition | undefined {
  if (last === undefined) return undefined
  const found = idForm.exec(last)
  if (!found) throw new Misuse(`Last-Event-ID: ${JSON.stringify(last.slice(0, 100))} is not the id of an event.`)
  return { stream: found[1], closed: Number(found[2]) }
}

const eventsOf = (batches: AsyncIterator<StreamedLines>): AsyncIterator<readonly ServerEvent[]> => ({
  async next() {
    const { value, done } = await batches.next()
    return done ? { value: undefined, done } : { value: [written(value)], done: false }
  },
  async return() {
    await batches.return?.()
    return { value: undefined, done: true }
  },
})

const written = ({ place: { stream, closed }, ...data }: StreamedLines): ServerEvent => ({
  id: `${stream}:${closed}`,
  event: 'lines',
  data,
})

export const journalRows = [listJournal, listErrors, showJournalLine, clearJournal, verifyJournal, streamJournal] as const
