/** Starts two servers: one owns the worlds, and the other forwards every call to the owner. */
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { acceptForwarded } from '../../src/hosts/forwarding/accept.ts'
import { createForwarder, type Forwarded } from '../../src/hosts/forwarding/forwarder.ts'
import { type ServerOptions, startServer } from '../../src/hosts/http/server.ts'
import type { Call, Carrier, PendingAnswer } from '../../src/service/wire/call.ts'
import { listenOn } from './listen.ts'
import { testCertificates } from './tls.ts'

export const secret = 'the servers of this test share this text of more than 32 bytes'

type OwnerCarrier = Parameters<typeof acceptForwarded>[0]['carrier']

export interface TwoServers {
  /** The owner's URL, for other servers and for clients. */
  readonly owner: string
  /** The forwarding server's URL. */
  readonly origin: string
  /** Drops the connections between the two servers, as if the owner had exited. */
  cut(): void
  /** Number of connections between the two servers: now, and in total. */
  readonly links: { readonly now: number; readonly ever: number }
  forward(call: Call): Promise<Forwarded>
  end(): void
}

interface Options extends Pick<ServerOptions, 'proxy' | 'trustProxy' | 'grace'> {
  readonly secured?: boolean
  /** Carries forwarded calls on the owner. Default: the carrier for its own clients. */
  readonly forwarded?: OwnerCarrier
}

export async function twoServers(
  carrier: Carrier,
  { secured = false, forwarded = carrier, grace = 100, ...more }: Options = {},
): Promise<TwoServers> {
  const tls = secured ? (await testCertificates()).own : undefined
  const defects: unknown[] = []
  const alarm = (defect: unknown) => void defects.push(defect)
  const here = { port: 0, host: '127.0.0.1', grace, alarm, ...more, ...(tls && { tls }) }
  const owner = await startServer({ ...here, carrier, forwarded: { secret: () => secret, carrier: forwarded } })
  const between = await relay(owner.port)
  const forwarder = createForwarder({ secret: () => secret, alarm, tell: alarm })
  const address = `${secured ? 'https' : 'http'}://127.0.0.1:${between.port}`
  const other = await startServer({ ...here, carrier: async (call) => orAway(forwarder.forward(call, address)) })
  onTestFinished(async () => {
    await other.close()
    forwarder.close()
    await owner.close()
    if (defects.length > 0) throw defects[0]
  })
  return {
    owner: owner.url,
    origin: other.url,
    cut: between.cut,
    links: between.links,
    forward: (call) => forwarder.forward(call, address),
    end: forwarder.close,
  }
}

/** Returns the answer, or the server's own reply to the client if the call cannot be forwarded. */
export async function orAway(forwarding: Promise<Forwarded>): Promise<PendingAnswer> {
  const answer = await forwarding
  return typeof answer === 'string' ? { answer: { status: 503, headers: { 'retry-after': '1' }, body: answer }, sent() {} } : answer
}

/** Relays bytes to a port until the connections are cut. */
async function relay(port: number) {
  const pairs = new Set<readonly [Socket, Socket]>()
  let ever = 0
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true })
    const pair = [near, far] as const
    pairs.add(pair)
    ever++
    near.pipe(far)
    far.pipe(near)
    for (const one of pair)
      one
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(pair)
          near.destroy()
          far.destroy()
        })
  })
  const relaying = await listenOn(server)
  const cut = () => {
    for (const pair of pairs) for (const one of pair) one.resetAndDestroy()
  }
  onTestFinished(cut)
  return {
    port: relaying.port,
    cut,
    links: {
      get now() {
        return pairs.size
      },
      get ever() {
        return ever
      },
    },
  }
}
