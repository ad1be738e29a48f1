/** Runs the proof of a scenario on a host: its steps are calls by the examples of the rows, checked as a client sees them. */
import { expect, vi } from 'vitest'
import { type ClientInput, createClient, type Identity } from '../../src/client.ts'
import { milliseconds } from '../../src/effects/duration-option.ts'
import type { WorldKnobs } from '../../src/knobs/index.ts'
import type { OperationId } from '../../src/operations/index.ts'
import { operationsById } from '../../src/operations/index.ts'
import type { CallStep, ExpectedAnswer, ProofStep } from '../../src/scenario/proof-grammar.ts'
import type { ProvenScenario } from '../../src/scenario/read-scenario.ts'
import { anyName } from '../../src/wire/any-name.ts'
import type { hosted } from './hosts.ts'

export interface Host extends Pick<Awaited<ReturnType<typeof hosted>>, 'origin' | 'send'> {
  readonly simulator: WorldKnobs
}

/** The values that a step hands to the next. */
export interface Progress {
  readonly name: string
  readonly values: Record<string, string>
  /** The one of the last call that had one. */
  idempotencyId: string
  made: number
}

/** The reply as a client sees it. */
interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** Whether the connection broke before the end of the body. */
  readonly broken: boolean
}

export async function prove(scenario: ProvenScenario, host: Host): Promise<void> {
  const { name, proof = [] } = scenario
  const progress = await arranged(scenario, host)
  await host.simulator.scenarios.use(anyName(name))
  for (const [at, step] of proof.entries()) await take(step, `${name}: proof[${at}]`, host, progress)
}

/** The starting point of a proof. */
export async function arranged({ name, given }: ProvenScenario, { simulator }: Host): Promise<Progress> {
  const progress: Progress = { name, values: {}, idempotencyId: '', made: 0 }
  for (const sentence of [given ?? []].flat()) {
    const { state, params } = typeof sentence === 'string' ? { state: sentence, params: undefined } : sentence
    Object.assign(progress.values, await simulator.givens.arrange(anyName(state), params))
  }
  return progress
}

async function take(step: ProofStep, place: string, host: Host, progress: Progress): Promise<void> {
  const { simulator } = host
  if ('off' in step) await simulator.scenarios.off(anyName(progress.name))
  else if ('advance' in step)
    await simulator.advance(step.advance === 'settled' ? { until: 'settled' } : { by: milliseconds(step.advance) })
  else if ('journal' in step) await lookFor(() => journal(host), step.journal, undefined, place)
  else if ('look' in step) await lookFor(() => listed(host, step.look), step.find, step.count, place)
  else for (let time = 0; time < (step.times ?? 1); time++) await call(step, place, host, progress)
}

/** Waits: records may be written a moment after the reply. */
async function lookFor(list: () => Promise<unknown[]>, wanted: Record<string, unknown>, count: number | undefined, place: string) {
  await vi.waitFor(async () => {
    const all = await list()
    const found = all.filter((each) => holds(each, wanted))
    const context = `${place}: ${JSON.stringify(wanted)} in ${JSON.stringify(all).slice(0, 2_000)}`
    if (count === undefined) expect(found.length, context).toBeGreaterThan(0)
    else expect(found.length, context).toBe(count)
  })
}

function holds(value: unknown, wanted: Record<string, unknown>): boolean {
  try {
    expect(value).toMatchObject(wanted)
    return true
  } catch {
    return false
  }
}

const journal = async (host: Host) => [...(await listed(host, 'journal')), ...(await listed(host, 'journal?jobs=true'))]

/** The entries of every list that a control row shows. */
export async function listed({ origin, send }: Host, path: string): Promise<unknown[]> {
  const response = await send(new Request(`${origin}/_standin/${path}`))
  expect(response.status, path).toBe(200)
  return Object.values((await response.json()) as object)
    .filter(Array.isArray)
    .flat()
}

/** The example of a row, with the input of a step laid over it. */
export function exampleCall(
  id: string,
  values: Record<string, string>,
  over: Pick<CallStep, 'as' | 'input' | 'bytes'> = {},
): ClientInput & { readonly as: Identity | null } {
  const example = operationsById.get(id)?.example
  const input = example?.input(values) ?? {}
  const laid = over.input?.body
  const isObject = (body: unknown) => typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
  const merged = isObject(laid) && isObject(input.body) ? { ...(input.body as object), ...(laid as object) } : (laid ?? input.body)
  const body = over.bytes === undefined ? merged : new Uint8Array(over.bytes).fill(32)
  return { ...input, ...over.input, ...(body === undefined ? {} : { body }), as: callerOf(example?.as, over.as) } as ClientInput & {
    as: Identity | null
  }
}

function callerOf(own: Identity | null | undefined, over: CallStep['as']): Identity | null {
  if (over === null || !own) return over === undefined || over === null ? null : ({ ...over, ttl: undefined } as Identity)
  return { ...own, ...over, ttl: over?.ttl === undefined ? undefined : milliseconds(over.ttl) / 1000 } as Identity
}

/** The example of the row with the input of the step, and with an idempotencyId of its own. */
export function stepInput(step: CallStep, progress: Progress): ClientInput {
  const made = exampleCall(step.call, progress.values, step)
  if (typeof made.body === 'object' && made.body !== null && 'idempotencyId' in made.body) {
    if (step.same === undefined) progress.idempotencyId = `proof-${++progress.made}`
    if (!(step.input?.body as { idempotencyId?: string } | undefined)?.idempotencyId)
      Object.assign(made.body, { idempotencyId: progress.idempotencyId })
  }
  return made
}

async function call(step: CallStep, place: string, host: Host, progress: Progress): Promise<void> {
  const made = stepInput(step, progress)
  const began = performance.now()
  const seen = await watch(host, step, made)
  const took = performance.now() - began
  const { expect: wanted } = step
  if (wanted === 'cancelled') await demandCancelled(step.call, seen, place, host)
  else if (wanted === 'disconnect') expect(seen === undefined || seen.broken, `${place}: the connection breaks`).toBe(true)
  else demandAnswer(inDialect(typeof wanted === 'number' ? { status: wanted } : wanted, host), seen, took, place)
  if (seen && seen.status < 300) remember(progress, seen)
}

const inDialect = (wanted: ExpectedAnswer, { simulator }: Host): ExpectedAnswer =>
  simulator.dialect.show().dialect === 'live' ? { ...wanted, ...wanted.live } : wanted

/** Aborts when the time has passed and the call has arrived: on a busy machine a connection may take longer. */
function abortedAfter(delay: number, { world }: Host['simulator']): AbortSignal {
  const controller = new AbortController()
  const before = world.data.calls
  setTimeout(() => {
    void vi.waitUntil(() => world.data.calls > before, { timeout: 5_000, interval: 1 }).finally(() => controller.abort())
  }, delay)
  return controller.signal
}

/** Calls like a client, and returns also a reply that breaks off; undefined where the connection breaks before the head of the reply. */
export async function watch({ origin, send, simulator }: Host, step: CallStep, input: ClientInput): Promise<Seen | undefined> {
  let seen: Seen | undefined
  const client = createClient({
    base: origin + (step.environment === 'production' ? '/production' : ''),
    async send(request) {
      // The time runs from here, so that the making of a token does not use it up.
      const signal = step.abortAfter === undefined ? request.signal : abortedAfter(milliseconds(step.abortAfter), simulator)
      const response = await send(new Request(request, { signal }))
      const [bytes, broken] = await readAll(response)
      seen = { status: response.status, headers: response.headers, bytes, broken }
      return new Response()
    },
    token: async (as) => (await simulator.token(as)).token,
    wait: async () => void (await simulator.advance({ by: 1000 })),
  })
  await client.call(step.call as OperationId, input).catch(() => undefined)
  return seen
}

async function readAll({ body }: Response): Promise<[bytes: Uint8Array, broken: boolean]> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of body ?? []) parts.push(part)
    return [Buffer.concat(parts), false]
  } catch {
    return [Buffer.concat(parts), true]
  }
}

/** Checks that the client has given up, and that the service has noted it. */
async function demandCancelled(operation: string, seen: Seen | undefined, place: string, { simulator }: Host): Promise<void> {
  expect(seen, `${place}: the call is given up`).toBeUndefined()
  await vi.waitFor(() =>
    expect(simulator.world.journal.calls.list().findLast((line) => line.operation === operation)).toMatchObject({
      status: 499,
      code: 'NOT-00002',
    }),
  )
}

function demandAnswer(wanted: ExpectedAnswer, seen: Seen | undefined, took: number, place: string): void {
  const { status, code, headers = {}, body, text, bytes, broken = false, json, takes = {} } = wanted
  if (!seen) throw new Error(`${place}: the connection broke before there was an answer.`)
  const said = new TextDecoder().decode(seen.bytes)
  const context = `${place}: ${seen.status} ${said.slice(0, 500)}`
  expect(seen.broken, context).toBe(broken)
  if (status !== undefined) expect(seen.status, context).toBe(status)
  if (code !== undefined) expect(parsed(said), context).toMatchObject({ code })
  if (body !== undefined) expect(parsed(said), context).toMatchObject(body)
  if (text !== undefined) expect(said, context).toBe(text)
  if (bytes !== undefined) expect(seen.bytes.byteLength, context).toBe(bytes)
  if (json !== undefined) expect(parsed(said) !== undefined, context).toBe(json)
  for (const [name, value] of Object.entries(headers)) expect(seen.headers.get(name), `${context}, ${name}`).toBe(value)
  if (takes.atLeast !== undefined) expect(took, context).toBeGreaterThanOrEqual(milliseconds(takes.atLeast) - 1)
  if (takes.atMost !== undefined) expect(took, context).toBeLessThanOrEqual(milliseconds(takes.atMost))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The next examples are about what this call has made. */
export function remember({ values }: Progress, { bytes }: Seen): void {
  const said = parsed(new TextDecoder().decode(bytes))
  if (typeof said !== 'object' || said === null) return
  const { fileTransferId, notification } = said as { fileTransferId?: unknown; notification?: { shipmentId?: unknown } }
  if (typeof fileTransferId === 'string') values.fileTransferId = fileTransferId
  if (typeof notification?.shipmentId === 'string') values.shipmentId = notification.shipmentId
}
