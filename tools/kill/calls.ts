/** Sends calls to the servers in a kill test. */
import { setTimeout as pause } from 'node:timers/promises'
import { getOrCreate } from '../../src/service/wire/when-needed.ts'
import type { Dice } from '../fuzz/dice.ts'
import type { Fleet, Server } from './fleet.ts'
import type { Seen } from './seen.ts'

export const parties = {
  orderer: { org: 'ttd', orgNo: '991825827', scope: 'altinn:serviceowner/notifications.create altinn:events.subscribe' },
  sender: { orgNo: '347147753', scope: 'altinn:broker.write altinn:broker.read' },
  recipient: { orgNo: '370916446', scope: 'altinn:broker.read' },
}
export type Tokens = Readonly<Record<keyof typeof parties, string>>
export const tus = { 'tus-resumable': '1.0.0' }

export interface Request {
  readonly world: string
  readonly method: string
  readonly path: string
  readonly as: keyof Tokens
  readonly body?: Buffer | object
  readonly headers?: Readonly<Record<string, string>>
  /** Default: any available server. */
  readonly server?: Server | undefined
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/** Resolves to `undefined` if the server exits or reports that it cannot answer. The call might have had an effect anyway. */
export type Caller = (request: Request) => Promise<Reply | undefined>

/** Timeout for a reply in milliseconds, long enough for a suspended process to resume and answer. */
const patience = 25_000

export function createCaller(fleet: Fleet, tokens: Tokens, seen: Seen, dice: Dice): Caller {
  function refused(world: string, server: Server, sent: number, why: string): undefined {
    const entry = `${Math.round(sent)} to ${Math.round(performance.now())} ms: ${server.name}: ${why}`
    getOrCreate(seen.refusals, world, () => []).push(entry)
    return undefined
  }
  return async ({ world, method, path, as, body, headers, server = fleet.one(dice) }) => {
    if (!server) {
      await pause(50)
      return undefined
    }
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const type = typeof bytes === 'string' ? 'application/json' : 'application/octet-stream'
    const sent = performance.now()
    const called = `${method} ${world}${path}`
    try {
      const reply = await fetch(`${server.url}/worlds/${world}${path}`, {
        method,
        headers: { authorization: `Bearer ${tokens[as]}`, ...(bytes !== undefined && { 'content-type': type }), ...headers },
        ...(bytes !== undefined && { body: bytes as BodyInit }),
        signal: AbortSignal.timeout(patience),
      })
      const whole = { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
      if (whole.status === 503) return refused(world, server, sent, `503 ${whole.bytes.toString()}`)
      if (whole.status >= 500) seen.wrongly(`${called} got ${whole.status} from ${server.name}: ${whole.bytes.toString()}`)
      const number = whole.headers.get('x-standin-call')
      if (number !== null) seen.unique(world, `the call ${number}`)
      seen.checks++
      return whole
    } catch (error) {
      // `fetch` throws a TypeError for connection errors.
      if (error instanceof TypeError) return refused(world, server, sent, String(error.cause))
      if ((error as Error).name !== 'TimeoutError') throw error
      seen.wrongly(`${called} got no reply from ${server.name} within ${patience / 1000} seconds`)
      return undefined
    }
  }
}

/** Retries the call until there is a reply, or until `isEnded`. */
export async function untilAnswered(call: Caller, request: Request, isEnded = () => false): Promise<Reply | undefined> {
  for (;;) {
    const reply = await call(request)
    if (reply || isEnded()) return reply
    await pause(50)
  }
}

export async function tokensOf(url: string): Promise<Tokens> {
  const made = Object.entries(parties).map(async ([name, party]) => {
    const body = JSON.stringify({ ...party, ttl: 86_400 })
    const reply = await fetch(`${url}/_standin/tokens`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return [name, ((await reply.json()) as { token: string }).token]
  })
  return Object.fromEntries(await Promise.all(made)) as Tokens
}
