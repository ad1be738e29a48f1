/** The world that handles the calls of the real service's clients: its clock is theirs, its jobs wait, and it sends nothing. */
import type { SnapshotDocument } from '../../../control/create-simulator.ts'
import { createSimulator } from '../../../hosts/on-node.ts'
import { nodePlatform } from '../../../platform/node.ts'
import { type AnswerHeaders, type Call, gatherChunks, isStream } from '../../../service/wire/call.ts'
import { utf8 } from '../../../service/wire/text.ts'
import type { Booking } from '../../../service/world/bookings.ts'

export interface OurReply {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly body: Uint8Array
  /** The id of the call in the world. */
  readonly call: string
}

type Request = Pick<Call, 'method' | 'url' | 'base' | 'headers'> & { readonly body: Uint8Array | undefined }

export interface ComparedWorld {
  /** Sets the clock forward to a time. No job runs. */
  reach(at: number): Promise<void>
  carry(request: Request): Promise<OurReply>
  /** The jobs that may have run at the real service by now, in their order. */
  due(): readonly Booking[]
  run(booking: Booking): Promise<void>
  /** Lets conditions be met, or not. */
  conditions(areMet: boolean): void
  /** Adds a resource that the real service has. False: it is there. */
  addResource(id: string): boolean
  keep(): Promise<SnapshotDocument>
  restore(snapshot: SnapshotDocument): Promise<void>
  close(): void
}

/** Bytes of the largest reply of the world. */
const mostReply = 2 ** 30

export async function createComparedWorld(now: number): Promise<ComparedWorld> {
  let isMet = true
  const simulator = createSimulator({
    platform: {
      ...nodePlatform(),
      // Nothing leaves the machine: webhooks succeed, and a condition is met as at the real service.
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
    // Not that of another Standin, whose ids would be ours.
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
  const clock = () => simulator.world.clock
  clock().rest()
  return {
    async reach(at) {
      if (at > clock().now()) await clock().advance({ to: at, only: () => false })
    },
    async carry({ body, ...request }) {
      const pending = await simulator.carry({
        ...request,
        ...(body && { body: { chunks: () => chunksOf(body), collect: (limit, arrived) => gatherChunks(chunksOf(body), limit, arrived) } }),
        signal: new AbortController().signal,
        isLocal: () => false,
      })
      const { status, headers, body: sent = '' } = pending.answer
      const bytes = typeof sent === 'string' ? utf8(sent) : isStream(sent) ? await gatherChunks(sent, mostReply) : sent
      pending.sent({ bytes: bytes.byteLength, complete: true })
      return { status, headers, body: bytes, call: String(headers['x-standin-call'] ?? '') }
    },
    due() {
      const now = clock().now()
      return clock()
        .agenda.list()
        .filter(({ at }) => at <= now)
    },
    async run(booking) {
      const isIt = ({ cause, nth, again }: Booking) => cause === booking.cause && nth === booking.nth && again === booking.again
      await clock().advance({ to: clock().now(), only: isIt })
    },
    conditions(areMet) {
      isMet = areMet
    },
    addResource(id) {
      const known = simulator.resources.list({ limit: 10_000 }).resources
      if (known.some((each) => each.id === id && each.environment === 'test')) return false
      simulator.resources.put('test', { id })
      return true
    },
    keep: () => simulator.snapshot({ inline: mostReply }),
    async restore(snapshot) {
      await simulator.restore(snapshot)
      clock().rest()
    },
    close: () => simulator.close(),
  }
}

async function* chunksOf(body: Uint8Array): AsyncIterable<Uint8Array> {
  yield body
}
