/** Handles copies of real calls in a simulator that sends nothing, and runs only the jobs that it is told to run. */
import { createSimulator } from '../../../hosts/on-node.ts'
import { nodePlatform } from '../../../platform/node.ts'
import { publishedEvents } from '../../../service/areas/events/records.ts'
import { type AnswerHeaders, type Call, gatherChunks, isStream } from '../../../service/wire/call.ts'
import { utf8 } from '../../../service/wire/text.ts'
import type { Booking } from '../../../service/world/clock.ts'
import type { Content, Digest } from '../exchange.ts'
import { chunksOf, contentSize, gathered } from './contents.ts'

export interface OurReply {
  readonly status: number
  readonly headers: AnswerHeaders
  /** The body, or only its digest if the body is too large for memory. */
  readonly body: Uint8Array | Digest
  /** The id of the call in the world. */
  readonly call: string
  /** Number of events that the world has published, or will publish. */
  readonly published: number
}

export type Request = Pick<Call, 'method' | 'url' | 'base' | 'headers'> & { readonly body: Content | undefined }

export interface Circumstances {
  /** True if condition endpoints answer that the notification should be sent. */
  readonly areConditionsMet: boolean
  /** False if the client did not receive the whole reply. */
  readonly isComplete: boolean
  /** Milliseconds by which the clock is moved forward while the call is handled, and then back. */
  readonly ahead: number
}

export async function createComparedSimulator(now: number) {
  let isMet = true
  const simulator = createSimulator({
    platform: {
      ...nodePlatform(),
      call: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: utf8(JSON.stringify({ sendNotification: isMet })),
      }),
    },
    dialect: 'live',
    pace: 'instant',
    clock: 'frozen',
    now,
    // The seed differs from the default, so that ids differ from those of another Standin.
    seed: 1_200_569,
    rateLimits: 'off',
    openResources: false,
    outbound: 'all',
    sendWindow: 'applies',
    trustAnyToken: true,
    journalBodies: false,
    journal: 0,
  })
  await simulator.ready()
  simulator.world.clock.rest()

  async function carry({ body, ...request }: Request, { areConditionsMet, isComplete, ahead }: Circumstances): Promise<OurReply> {
    isMet = areConditionsMet
    const { clock: shown } = simulator.world.data
    const { time } = shown
    shown.time += ahead
    const pending = await simulator.carry({
      ...request,
      ...(body && { body: { chunks: () => chunksOf(body), collect: (limit, arrived) => gatherChunks(chunksOf(body), limit, arrived) } }),
      signal: new AbortController().signal,
      isLocal: () => false,
    })
    const { status, headers, body: sent = '' } = pending.answer
    const content = typeof sent === 'string' ? utf8(sent) : isStream(sent) ? await gathered(sent) : sent
    pending.sent({ bytes: contentSize(content), complete: isComplete })
    shown.time = time
    const booked = simulator.world.clock.agenda.list()
    const published =
      simulator.world.environments.test.of(publishedEvents).size + booked.filter(({ job }) => job === 'events.publish').length
    return { status, headers, body: content, call: String(headers['x-standin-call'] ?? ''), published }
  }

  /** Runs a single job. A message is sent immediately, even outside the send window. */
  async function run(booking: Booking): Promise<void> {
    const { clock, settings } = simulator.world
    const { cause, nth, again, job } = booking
    const isMessage = job === 'notifications.sendMessage'
    if (isMessage && booking.at > clock.now() && clock.agenda.remove(booking)) clock.agenda.add({ ...booking, at: clock.now() })
    Object.assign(settings, { sendWindow: isMessage ? 'open' : 'applies' })
    await clock.advance({
      to: isMessage ? clock.now() : Math.max(clock.now(), booking.at),
      only: (each) => each.cause === cause && each.nth === nth && each.again === again,
    })
    Object.assign(settings, { sendWindow: 'applies' })
  }

  return { simulator, carry, run }
}
