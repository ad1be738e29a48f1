/** Receives events from a real implementation, to verify contracts about messages. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { z } from 'zod'
import { mostBody } from '../../../real/bodies.ts'
import { type Exchange, exchangeValue } from '../../../real/exchange.ts'
import type { Client, Identity } from '../../../service/areas/client.ts'
import { exampleSubscription } from '../../../service/areas/events/index.ts'
import { namedEvent } from '../../../service/areas/events/records.ts'
import { callers } from '../../../service/areas/operation.ts'
import { transferCallers } from '../../../service/failures/givens.ts'
import { BodyTooLarge, gatherChunks } from '../../../service/wire/call.ts'
import { parseJson } from '../../../service/wire/json.ts'
import { scopes } from '../../../service/wire/vocabulary.ts'
import { openServer } from '../verifying/carrier.ts'

export interface WebhookOptions {
  /** Public URL of the port, without a trailing slash. */
  readonly address: string
  readonly port: number
  readonly host: string
}

export type Webhooks = Awaited<ReturnType<typeof catchWebhooks>>

const event = z.looseObject({ type: z.string(), data: z.unknown().optional() })

/** A received event. Its text stays unparsed, because even small JSON can take up a lot of memory once parsed. */
interface Caught {
  readonly type: string
  readonly role: unknown
  readonly text: string
}

/** Maximum size of an event in bytes, maximum number of events, and polling interval in milliseconds. */
const [mostBytes, mostEvents, pause] = [2 ** 20, 1000, 200]

const subscribers: readonly Identity[] = [callers.subscriber, { ...transferCallers.sender, scope: scopes.eventsSubscribe }]

/** Subscribes both as the recipient and as the sender, because the two receive different events. The webhook's path is secret. */
export async function catchWebhooks(client: Client, { address, port, host }: WebhookOptions, exchange: Exchange) {
  const path = `/webhook/${randomUUID()}`
  const endPoint = address + path
  const caught: Caught[] = []
  let first = 0
  /** Remaining memory for events, in bytes. */
  let left = mostBody
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = request.method === 'POST' && request.url === path ? await keep(request) : 404
    response.writeHead(status).end()
  }
  // A sender that disconnects midway through a body must not affect other calls.
  const server = await openServer((request, response) => void answer(request, response).catch(() => response.destroy()), port, host)
  async function keep(request: IncomingMessage): Promise<number> {
    const body = await gatherChunks(request, mostBytes).catch((thrown: unknown) => {
      if (!(thrown instanceof BodyTooLarge)) throw thrown
    })
    if (!body) return 413
    const text = new TextDecoder().decode(body)
    const read = event.safeParse(parseJson(text))
    if (!read.success) return 400
    if (caught.length >= mostEvents) return 200
    if (body.byteLength > left) return 413
    left -= body.byteLength
    caught.push({ type: read.data.type, role: roleIn(read.data), text })
    return 200
  }
  const made: { readonly as: Identity; readonly id: string }[] = []
  async function close(): Promise<void> {
    for (const { as, id } of made) await client.call('events.deleteSubscription', { as, params: { id } }).catch(() => {})
    await server.close()
  }
  try {
    for (const as of subscribers) {
      const subject = `urn:altinn:organization:identifier-no:${as.orgNo}`
      const wish = { ...exampleSubscription, typeFilter: undefined, endPoint, subjectFilter: subject }
      const { body } = await client.call('events.createSubscription', { as, body: wish })
      made.push({ as, id: String(body.id) })
      await client.until('events.getSubscription', { as, params: { id: String(body.id) } }, ({ body: { validated } }) => validated)
    }
  } catch (thrown) {
    await close()
    throw thrown
  }
  return {
    /** URL that the service sends events to. */
    endPoint,
    /** Makes `find` ignore the events received so far. */
    begin() {
      first = caught.length
    },
    /** Resolves to the newest event that matches the description. Waits for such an event until the signal is aborted. */
    async find(description: string, signal: AbortSignal) {
      const { type, role, isValidation } = namedEvent(description)
      for (;;) {
        // A subscription's validation event arrives only once, before any state is set up.
        const fitting = caught
          .slice(isValidation ? 0 : first)
          .findLast((each) => each.type === type && (role === undefined || each.role === role))
        if (fitting) return exchangeValue(parseJson(fitting.text), exchange.here)
        await pauseFor(pause, undefined, { signal })
      }
    },
    close,
  }
}

const roleIn = ({ data }: z.output<typeof event>): unknown =>
  typeof data === 'object' && data !== null && 'Role' in data ? data.Role : undefined
