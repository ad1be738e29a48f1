/** Compares the CPU of two servers under the same load, in turns: Linux only. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { median } from './median.ts'

/** Calls at a time. */
const together = 8
/** Calls before anything is measured: the code is compiled by then. */
const warming = 9_000
/** Calls of each server between two looks at its CPU. */
const slice = 1_500
const [orders, shipment] = ['/notifications/api/v1/future/orders', '/notifications/api/v1/future/shipment']

export type Load = 'mixed' | 'orders' | 'looks'

export interface Pair {
  /** Microseconds of CPU a call: the median of the turns. */
  readonly first: number
  readonly second: number
  /** Second by first. */
  readonly ratio: number
  /** Calls that the second server got, warming up included. */
  readonly calls: number
}

interface Server {
  /** Microseconds of CPU of a call. */
  turn(load: Load, calls: number): Promise<number>
  end(): Promise<void>
}

/** Microseconds of CPU that all threads have used. */
function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  return (
    threads.reduce((sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]), 0) / 1000
  )
}

async function begin(options: readonly string[]): Promise<Server> {
  const args = ['src/cli/standin.js', 'start', '--port', '0', '--json', '--clock', 'frozen', ...options]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  const { url } = JSON.parse(String(line.value))
  const agent = new Agent({ keepAlive: true, maxSockets: together })
  const ask = asker(agent)
  const { text } = await ask(`${url}/_standin/tokens`, 'POST', { 'content-type': 'application/json' }, '{"org":"ttd","ttl":86400}')
  const headers = { authorization: `Bearer ${JSON.parse(text).token}`, 'content-type': 'application/json', accept: 'application/json' }
  let made = 0
  let shipmentId = ''

  async function order(): Promise<void> {
    const nth = ++made
    const recipientEmail = { emailAddress: 'bench@example.org', emailSettings: { subject: 'Bench', body: `Message ${nth}` } }
    const body = JSON.stringify({ idempotencyId: `bench-${nth}`, recipient: { recipientEmail } })
    const { status, text } = await ask(`${url}${orders}`, 'POST', headers, body)
    if (status !== 201) throw new Error(`An order was answered ${status}: ${text}`)
    shipmentId = JSON.parse(text).notification.shipmentId
  }
  const look = () => ask(`${url}${shipment}/${shipmentId}`, 'GET', headers)
  const isOrder = (load: Load, nth: number) => load === 'orders' || (load === 'mixed' && nth % 3 === 0)

  await order()
  return {
    async turn(load, calls) {
      const before = cpuOf(child.pid ?? 0)
      let next = 0
      const worker = async () => {
        for (let nth = next++; nth < calls; nth = next++) await (isOrder(load, nth) ? order() : look())
      }
      await Promise.all(Array.from({ length: together }, worker))
      return (cpuOf(child.pid ?? 0) - before) / calls
    },
    async end() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      agent.destroy()
      child.kill('SIGTERM')
      await ended
    },
  }
}

const asker =
  (agent: Agent) =>
  (url: string, method: string, headers: Record<string, string>, body?: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const length = body && { 'content-length': String(Buffer.byteLength(body)) }
      const asked = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      asked.on('error', reject).end(body)
    })

/** Both servers live at once and take turns, so that a busy machine slows both. */
export async function compare(
  first: readonly string[],
  second: readonly string[],
  { calls, load = 'mixed' }: { readonly calls: number; readonly load?: Load },
): Promise<Pair> {
  const [one, other] = [await begin(first), await begin(second)]
  const turns: { readonly first: number; readonly second: number }[] = []
  try {
    await one.turn(load, warming)
    await other.turn(load, warming)
    for (let done = 0; done < calls; done += slice) {
      const swapped = turns.length % 2 === 1
      const before = swapped ? await other.turn(load, slice) : await one.turn(load, slice)
      const after = swapped ? await one.turn(load, slice) : await other.turn(load, slice)
      turns.push(swapped ? { first: after, second: before } : { first: before, second: after })
    }
  } finally {
    await Promise.all([one.end(), other.end()])
  }
  const [a, b] = [median(turns.map((turn) => turn.first)), median(turns.map((turn) => turn.second))]
  return { first: a, second: b, ratio: b / a, calls: warming + turns.length * slice + 1 }
}
