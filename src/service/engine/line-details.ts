/** What a journal line says of a call: its sender, what it was about, and its answer when that is sent. */
import { jobsById, operationsById } from '../areas/index.ts'
import type { Operation } from '../areas/operation.ts'
import { readers } from '../areas/readers.ts'
import { isStream } from '../wire/body.ts'
import type { Answer, AnswerHeaders, PendingAnswer, Sent } from '../wire/call.ts'
import { Refusal } from '../wire/refusal.ts'
import type { About, Input } from '../wire/row.ts'
import { bodyLimit, jsonOf } from '../world/journal-keeping.ts'
import type { Line, LineSender } from '../world/journal-line.ts'
import type { World } from '../world/world.ts'
import { collectAtMinimumRate } from './minimum-upload-rate.ts'
import { compileRoutes } from './route.ts'
import { type EngineDependencies, signalOf, type Walk } from './walk.ts'

/** A text when the line does not tell: it says why. */
export function aboutOf(line: Line, world: World): About | string {
  const environment = world.environments[line.environment]
  const job = jobsById.get(line.operation ?? '')
  if (job) return job.about(line.data as Record<string, unknown>, world, environment)
  const row = operationsById.get(line.operation ?? '')
  const input = row && inputOf(row, line, world)
  if (!row || input === undefined) return 'is about nothing'
  return typeof input === 'string' ? input : row.about(input, world, environment)
}

function inputOf(row: Operation, line: Line, world: World): Input | string {
  const match = compileRoutes([row], world.dialect)(row.method, line.path ?? '')
  if (!match || !('values' in match)) return 'is about nothing'
  const { route, values } = match
  const { params, query, body } = row.request
  const named = Object.fromEntries(route.names.map((name, at) => [name, values[at] ?? '']))
  const queryFields = Object.fromEntries(new URLSearchParams(line.query))
  const read = body?.kind === 'json' ? bodyOf(row, line, world) : { value: undefined }
  if (typeof read === 'string' || body?.kind === 'form') return typeof read === 'string' ? read : 'has a form, which is not kept'
  const parts = [params?.safeParse(named), query?.safeParse(queryFields)]
  if (parts.some((part) => part?.success === false)) return 'does not fit the row'
  return { params: parts[0]?.data ?? {}, query: parts[1]?.data ?? {}, headers: {}, body: read.value } as Input
}

function bodyOf({ id, request }: Operation, line: Line, { dialect }: World): { value: unknown } | string {
  const json = jsonOf(line)
  if (typeof json === 'string') return json
  if (request.body?.kind !== 'json') return { value: undefined }
  const { schema, parse } = request.body
  if (parse) return parsed(parse, json.value)
  const result = schema.safeParse(readers[dialect.of(id).area.reader].read(schema, json.value))
  return result.success ? { value: result.data } : 'does not fit the row'
}

function parsed(parse: (text: string) => unknown, value: unknown): { value: unknown } | string {
  try {
    return { value: parse(JSON.stringify(value)) }
  } catch (thrown) {
    if (thrown instanceof Refusal) return 'does not fit the row'
    throw thrown
  }
}

/** The line gets its status with the answer, and is closed when the host reports that the answer is sent. */
export function onItsWay({ platform, settings }: EngineDependencies, walk: Walk | undefined, said: Answer): PendingAnswer {
  if (!walk) return { answer: said, sent() {} }
  const { line, cleanups, world } = walk
  if (walk.note !== undefined) line.why = line.why === null ? walk.note : `${line.why}. ${walk.note}`
  const answer = settings.callHeaders ? withCallHeaders(said, walk) : said
  const { keep } = world.journal
  line.status = answer.status || null
  if (answer.status >= 400 && line.scenario !== null) line.why ??= `the scenario ${line.scenario} answers in place of the service`
  if (typeof answer.body === 'string' && settings.journalBodies) keep.replyBody(line, answer.body)
  keep.replyHeaders(line, answer.headers)
  line.cut = answer.cut !== undefined
  const rest = readRefusedBody(walk)

  function sent({ bytes, complete }: Sent): void {
    line.ms = platform.tick() - line.began
    line.replyBytes = bytes
    line.cut = !complete
    if (bytes === 0 && !complete && !answer.cut && !world.gone) {
      line.status = 499
      line.code = 'NOT-00002'
      line.why ??= 'NOT-00002: the client left before its reply went out'
    }
    for (const tidy of cleanups) tidy().catch(platform.alarm)
    if (rest === undefined) close()
    else void rest.then(close)
  }
  function close(): void {
    world.journal.close(line)
    world.changes.note()
  }
  return { answer, line, sent, signal: isStream(answer.body) ? signalOf(walk) : undefined }
}

const utf8 = new TextDecoder()

/**
 * Reads on the JSON body of a call that was refused before it was read, where a follower wants to know it. Undefined where there is nothing
 * to read. It never rejects: the body of a client that leaves, or that sends too much, stays unknown.
 */
function readRefusedBody(walk: Walk): Promise<void> | undefined {
  const { call, line, world, route, dependencies } = walk
  if (!world.journal.following.wantsDetails || !dependencies.settings.journalBodies) return undefined
  if (!call.body || walk.input !== undefined || line.requestBytes !== null || route.row.request.body?.kind !== 'json') return undefined
  return Promise.resolve(collectAtMinimumRate(call.body, bodyLimit, dependencies.platform, undefined, world)).then(
    (bytes) => {
      line.requestBytes = bytes.byteLength
      if (bytes.byteLength > 0) world.journal.keep.requestBody(line, utf8.decode(bytes))
    },
    () => {},
  )
}

/** Names the journal line of a call, and the scenario or preference that applied, or that had no effect. Source: decisions §12. */
function withCallHeaders(answer: Answer, { line, note, preference }: Walk): Answer {
  const headers: AnswerHeaders = { ...answer.headers, 'x-standin-call': line.id }
  const applied = line.scenario ?? preference
  if (applied !== undefined) headers['x-standin-scenario'] = applied
  if (note !== undefined) headers['x-standin-note'] = note
  return { ...answer, headers }
}

/** A connection that has closed leaves no trace. All lines of one have the same object. */
const known = new WeakMap<object, LineSender>()
let last = 0

export const own: LineSender = { connection: null, own: true }

/** Null where the host does not see connections. */
export function senderOver(connection: object | undefined): LineSender | null {
  if (connection === undefined) return null
  const before = known.get(connection)
  if (before) return before
  const sender = { connection: ++last, own: false }
  known.set(connection, sender)
  return sender
}
