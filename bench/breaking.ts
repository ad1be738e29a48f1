/** Breaks off calls of every kind at seeded moments. */
import { request } from 'node:http'
import { effects } from '../src/failures/effects/index.ts'
import type { Simulator } from '../src/index.ts'
import type { Random } from '../src/world/random.ts'
import { initializeBody, orderBody, parties } from './calls.ts'
import type { Stopwatch } from './stopwatch.ts'

/** Milliseconds within which each kind is broken off. */
const moments = { order: 8, instant: 8, same: 16, upload: 30, download: 20, waiting: 40, held: 40, lost: 40 }
export type Kind = keyof typeof moments

interface Asked {
  readonly method: string
  readonly path: string
  readonly token: string
  readonly type?: string
  readonly body?: string | Uint8Array
  readonly scenario?: string
}

const transfers = 'broker/api/v1/filetransfer'
const json = 'application/json'

/** Prepares the calls. `breakOff` returns whether each call was broken off. */
export async function breaking(simulator: Simulator, port: number, watch: Stopwatch, draw: Random) {
  const day = { ttl: 86_400 }
  const tokens = {
    orderer: (await simulator.token({ ...parties.orderer, ...day })).token,
    sender: (await simulator.token({ ...parties.sender, ...day })).token,
    recipient: (await simulator.token({ ...parties.recipient, ...day })).token,
  }
  // Larger than what is kept in memory.
  const content = new Uint8Array(3 * 2 ** 19).fill(7)
  let calls = 0

  /** Resolves to the body, or to undefined if the reply was incomplete. */
  function ask({ method, path, token, type, body, scenario }: Asked, kind?: Kind, label: string = kind ?? ''): Promise<string | undefined> {
    const call = String(++calls)
    return new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${token}`,
        [watch.header]: call,
        ...(type && { 'content-type': type }),
        ...(scenario && { 'x-standin-scenario': scenario }),
      }
      const sent = request({ port, method, path: `/${path}`, headers, agent: false }, (reply) => {
        let said = ''
        reply.on('data', (part: Buffer) => {
          said += part.length < 1_000 ? part.toString() : ''
        })
        reply.on('close', () => resolve(reply.complete ? said : undefined))
        reply.on('error', () => resolve(undefined))
      })
      sent.on('error', () => resolve(undefined))
      if (kind) setTimeout(leave, draw.fraction() * moments[kind])
      function leave(): void {
        if (sent.destroyed) return
        watch.broke(call, label)
        sent.destroy()
      }
      if (typeof body !== 'object') return sent.end(body)
      // In two parts, so that the call can break off between them.
      sent.write(body.subarray(0, body.length / 2))
      return setTimeout(() => sent.end(body.subarray(body.length / 2)), 3)
    })
  }

  const order = (id: string, scenario?: string): Asked => {
    const asked = { method: 'POST', path: 'future/orders', token: tokens.orderer, type: json, body: orderBody(id) }
    return scenario === undefined ? asked : { ...asked, scenario }
  }
  const instant = (id: string): Asked => {
    const message = { emailAddress: 'someone@example.org', emailSettings: { subject: 'Hello', body: 'A message.' } }
    const body = JSON.stringify({ idempotencyId: id, recipientEmail: message })
    return { method: 'POST', path: 'future/orders/instant/email', token: tokens.orderer, type: json, body }
  }
  const initialized = async (nth: number) => {
    const said = await ask({ method: 'POST', path: transfers, token: tokens.sender, type: json, body: initializeBody(nth) })
    return (JSON.parse(said ?? '') as { fileTransferId: string }).fileTransferId
  }
  const upload = (id: string): Asked => {
    return { method: 'POST', path: `${transfers}/${id}/upload`, token: tokens.sender, type: 'application/octet-stream', body: content }
  }
  const published = await initialized(0)
  await ask(upload(published))
  const download: Asked = { method: 'GET', path: `${transfers}/${published}/download`, token: tokens.recipient }

  const on = 'notifications.createOrder'
  const scenarios: Partial<Record<Kind, object>> = {
    waiting: { on, latency: 'PT5S' },
    ...('hold' in effects && { held: { on, hold: { when: 'before-work' } }, lost: { on, hold: { when: 'after-work' } } }),
  }
  for (const [name, rule] of Object.entries(scenarios)) simulator.scenarios.define(name, { summary: name, rules: [rule] })
  const kinds = (Object.keys(moments) as Kind[]).filter((kind) => !['held', 'lost'].includes(kind) || kind in scenarios)

  const makers: Record<Kind, (nth: number) => Promise<readonly Asked[]>> = {
    order: async (nth) => [order(`order-${nth}`)],
    instant: async (nth) => [instant(`instant-${nth}`)],
    same: async (nth) => [order(`same-${nth}`), order(`same-${nth}`, 'waiting'), order(`same-${nth}`), order(`same-${nth}`)],
    upload: async (nth) => [upload(await initialized(nth))],
    download: async () => [download],
    waiting: async (nth) => [order(`waiting-${nth}`, 'waiting')],
    held: async (nth) => [order(`held-${nth}`, 'held')],
    lost: async (nth) => [order(`lost-${nth}`, 'lost')],
  }
  const ids: string[] = []
  return {
    kinds,
    async breakOff(kind: Kind, nth: number, label?: string): Promise<boolean[]> {
      const asked = await makers[kind](nth)
      if (kind !== 'upload' && kind !== 'download') ids.push(`${kind}-${nth}`)
      return Promise.all(asked.map((each) => ask(each, kind, label).then((said) => said === undefined)))
    },
    /** Repeats every order. Returns how many are not answered with an order. */
    async retry(): Promise<number> {
      let wrong = 0
      for (const id of ids) {
        const said = await Promise.race([ask(id.startsWith('instant') ? instant(id) : order(id)), late()])
        if (!said?.includes('notificationOrderId')) wrong++
      }
      return wrong
    },
  }
}

const late = () => new Promise<undefined>((resolve) => void setTimeout(resolve, 5_000, undefined).unref())
