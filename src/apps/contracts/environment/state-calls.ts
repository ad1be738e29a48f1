/** Answers verifiers' calls for provider states and messages, in the formats that the various verifiers use. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { demandGiven } from '../../../service/failures/givens.ts'
import { BodyTooLarge, gatherChunks } from '../../../service/wire/call.ts'
import { parseJson } from '../../../service/wire/json.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { messageOf, saidOf } from '../../../service/wire/read-as.ts'
import { doAll, type StatesThere } from './states-there.ts'
import type { Webhooks } from './webhooks.ts'

/** Paths for states and messages. The second path of each pair is Standin's own. */
const places = { states: ['/states', '/_standin/provider-states'], messages: ['/messages', '/_standin/messages'] }

const params = z.record(z.string(), z.unknown()).nullish()
const stateCall = z.looseObject({
  state: z.string().nullish(),
  params,
  action: z.enum(['setup', 'teardown']).nullish(),
  /** In format version 2, a call can contain several states. */
  states: z.array(z.string()).nullish(),
})
const messageCall = z.looseObject({
  description: z.string(),
  providerStates: z.array(z.looseObject({ name: z.string(), params })).nullish(),
})

/** Maximum size of a body in bytes. */
const most = 2 ** 20

/** The verifier's progress in the current interaction. */
export interface Course {
  isArranged: boolean
  /** True if a call has arrived since the last setup. If a verifier never sends an action, the next state then starts a new interaction. */
  isUsed: boolean
}

/** Returns a handler that answers calls for states and messages, and resolves to `false` for calls to the service. */
export function answerStates(
  states: StatesThere,
  course: Course,
  {
    name,
    webhooks,
    stateTimeout,
    isOwn,
  }: { name: string; webhooks: Webhooks | undefined; stateTimeout: number; isOwn(request: IncomingMessage): boolean },
) {
  let standing: string[] = []
  let before: Promise<unknown> = Promise.resolve()

  async function setUp(state: string, given: z.output<typeof params>): Promise<Readonly<Record<string, string>>> {
    if (state !== '') demandGiven(state)
    const why = states.whyNot(state)
    if (why !== undefined) throw new Misuse(`Given "${state}" cannot be set up here: ${why}.`, undefined, 409)
    standing.push(state)
    return states.setUp(state, given ?? {}, AbortSignal.timeout(Math.max(stateTimeout, states.within?.(state) ?? 0)))
  }
  async function tearDownAll(): Promise<void> {
    const all = standing
    standing = []
    await doAll([...all.toReversed().map((state) => () => states.tearDown(state)), () => states.begin()])
  }
  async function answerState(body: unknown): Promise<unknown> {
    const { state, params: given, action, states: several } = read(stateCall, body)
    if (action === 'teardown') {
      await tearDownAll()
      return {}
    }
    if (course.isUsed) await tearDownAll()
    let values = {}
    for (const each of state || !several ? [state ?? ''] : several) values = { ...values, ...(await setUp(each, given)) }
    return values
  }
  async function answerMessage(body: unknown): Promise<unknown> {
    const { description, providerStates } = read(messageCall, body)
    if (!webhooks)
      throw new Misuse(
        `Events from ${name} cannot be verified without webhooks. Start with --webhook-address <this machine's address for ${name}>.`,
        undefined,
        409,
      )
    if (course.isUsed) await tearDownAll()
    if (!course.isArranged) for (const each of providerStates ?? []) await setUp(each.name, each.params)
    course.isUsed = true
    return webhooks.find(description, AbortSignal.timeout(stateTimeout)).catch((thrown) => {
      if (thrown instanceof Misuse) throw thrown
      throw new Misuse(`No event arrived for ${JSON.stringify(description.slice(0, 200))}.`, undefined, 409)
    })
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const [path = ''] = (request.url ?? '').split('?')
    const isState = places.states.includes(path)
    if (!isState && !places.messages.includes(path)) {
      course.isUsed ||= !isOwn(request)
      return false
    }
    if (request.method !== 'POST') throw new Misuse(`${path} requires POST.`, undefined, 405)
    // Web pages must not change states.
    if (request.headers.origin !== undefined) throw new Misuse('Web pages are not allowed to call this server.', undefined, 403)
    const body = await bodyOf(request)
    // Calls are answered one after another. Otherwise, the states of two interactions would mix.
    const answering = before.then(() => (isState ? answerState(body) : answerMessage(body)))
    before = answering.catch(() => {})
    const result = await answering
    const headers = { 'content-type': 'application/json; charset=utf-8', ...(!isState && { 'pact-message-metadata': metadata }) }
    response.writeHead(200, headers).end(JSON.stringify(result))
    return true
  }
}

const metadata = btoa(JSON.stringify({ contentType: 'application/json' }))

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const bytes = await gatherChunks(request, most).catch((thrown: unknown) => {
    throw thrown instanceof BodyTooLarge ? new Misuse(`The body is larger than ${most} bytes.`, undefined, 413) : thrown
  })
  const body = parseJson(new TextDecoder().decode(bytes))
  if (body === undefined) throw new Misuse('The body is not JSON.')
  return body
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body, { error: messageOf })
  if (parsed.success) return parsed.data
  throw new Misuse(`The body cannot be read: ${parsed.error.issues.map(saidOf).join('; ')}.`)
}
