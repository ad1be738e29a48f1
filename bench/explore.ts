/** How long an exploration takes: 200 runs of a session of 20 calls, within this process. Its client repeats a call at once, and does not wait. */
import { availableParallelism, loadavg } from 'node:os'
import { type ExploredClient, explore } from '../src/index.ts'

const [runs, limit] = [200, 60]
const scope = 'altinn:serviceowner/notifications.create'
const header = { 'content-type': 'application/json' }
let calls = 0

/** Four orders, each followed by three looks at its shipment and one at the feed. */
const client: ExploredClient = async ({ url, standin }) => {
  const { token } = await standin.token({ org: 'ttd', scope })
  async function call(path: string, body?: object) {
    const headers = { ...header, authorization: `Bearer ${token}` }
    const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
    for (let attempt = 0; attempt < 2; attempt++) {
      calls++
      const reply = await fetch(url + path, { ...init, signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
      const value = await reply?.json().catch(() => undefined)
      if (reply?.ok && value) return value
    }
    return undefined
  }
  for (let nth = 0; nth < 4; nth++) {
    const smsSettings = { body: `Message ${nth}` }
    const recipient = { recipientSms: { phoneNumber: '+4799999999', smsSettings } }
    const order = await call('/future/orders', { idempotencyId: `order-${nth}`, recipient })
    for (let look = 0; look < 3; look++) await call(`/future/shipment/${order?.notification.shipmentId ?? nth}`)
    await call('/future/shipment/feed?seq=0')
  }
}

const expect = { survive: 'another', ends: 'another', refused: 'another', outage: 'another' } as const
const began = performance.now()
const used = process.cpuUsage()
const { points, findings } = await explore(client, { runs, expect })
const seconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(used)
process.stdout.write(
  `${runs} runs, ${calls} calls, ${points.length} points, ${findings.length} found: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of CPU (${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}). The limit is ${limit} s.\n`,
)
if (seconds > limit) process.exitCode = 1
