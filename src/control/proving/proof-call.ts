/** Makes the call for a step in a proof: merges the row's example with the step's input, and returns the reply as a client sees it. */

import { type ClientInput, createClient, type Identity } from '../../service/areas/client.ts'
import { type OperationId, operationsById } from '../../service/areas/index.ts'
import { milliseconds } from '../../service/failures/effects.ts'
import type { CallStep } from '../../service/failures/read-scenario.ts'
import { parseJson } from '../../service/wire/json.ts'
import type { Platform } from '../../service/world/platform.ts'
import type { WorldKnobs } from '../simulator.ts'

export interface ProofHost {
  /** The base URL: scheme, host, mount path and world. */
  readonly origin: string
  send(request: Request): Promise<Response>
  readonly knobs: WorldKnobs
  readonly platform: Pick<Platform, 'pause' | 'tick' | 'breathe'>
  readonly signal?: AbortSignal | undefined
}

export interface Progress {
  readonly name: string
  readonly values: Record<string, string>
  /** The idempotencyId of the last call that had one. */
  idempotencyId: string
  made: number
}

export interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** True if the connection dropped before the end of the body. */
  readonly broken: boolean
}

/** Returns a row's example, overridden by a step's input. */
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

/** Returns the row's example, overridden by the step's input, with a new idempotencyId. */
export function stepInput(step: CallStep, progress: Progress): ClientInput {
  const made = exampleCall(step.call, progress.values, step)
  if (typeof made.body === 'object' && made.body !== null && 'idempotencyId' in made.body) {
    if (step.same === undefined) progress.idempotencyId = `proof-${++progress.made}`
    if (!(step.input?.body as { idempotencyId?: string } | undefined)?.idempotencyId)
      Object.assign(made.body, { idempotencyId: progress.idempotencyId })
  }
  return made
}

/** Aborts after the delay, but not before the call has arrived: on a busy machine, connecting can take longer than the delay. */
function abortedAfter(delay: number, { knobs: { world }, platform, signal }: ProofHost): AbortSignal {
  const controller = new AbortController()
  const before = world.data.calls
  async function abort(): Promise<void> {
    await platform.pause(delay, signal)
    for (const began = platform.tick(); world.data.calls === before && platform.tick() - began < 5_000; ) await platform.pause(1, signal)
  }
  // When a proof ends, its calls end too.
  void abort()
    .catch(() => {})
    .finally(() => controller.abort())
  return controller.signal
}

/**
 * Makes the call as a client would. Also returns a reply that was cut off. Returns undefined if the connection dropped before the reply's
 * headers arrived.
 */
export async function watch(host: ProofHost, step: CallStep, input: ClientInput): Promise<Seen | undefined> {
  const { origin, send, knobs, platform, signal } = host
  let seen: Seen | undefined
  const client = createClient({
    base: origin + (step.environment === 'production' ? '/production' : ''),
    async send(request) {
      // Starts the timer here, so that the time to create a token does not count.
      const end = step.abortAfter === undefined ? signal : abortedAfter(milliseconds(step.abortAfter), host)
      const response = await send(end ? new Request(request, { signal: end }) : request)
      const [bytes, broken] = await readAll(response)
      seen = { status: response.status, headers: response.headers, bytes, broken }
      return new Response()
    },
    token: async (as) => (await knobs.token(as)).token,
    wait: async () => void (await knobs.advance({ by: 1000 })),
  })
  await client.call(step.call as OperationId, input).catch(() => undefined)
  // Lets other work run. Otherwise, in-process calls would block everything else.
  await platform.breathe()
  return seen
}

async function readAll({ body }: Response): Promise<[bytes: Uint8Array, broken: boolean]> {
  const parts: Uint8Array[] = []
  let broken = false
  try {
    for await (const part of body ?? []) parts.push(part)
  } catch {
    broken = true
  }
  return [new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer()), broken]
}

/** Remembers the ids that this call created, for the examples of later calls. */
export function remember({ values }: Progress, { bytes }: Seen): void {
  const said = parseJson(new TextDecoder().decode(bytes))
  if (typeof said !== 'object' || said === null) return
  const { fileTransferId, notification } = said as { fileTransferId?: unknown; notification?: { shipmentId?: unknown } }
  if (typeof fileTransferId === 'string') values.fileTransferId = fileTransferId
  if (typeof notification?.shipmentId === 'string') values.shipmentId = notification.shipmentId
}
