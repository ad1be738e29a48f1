/** A story of both areas, as a web front end tells it under jsdom or happy-dom: with the `fetch` and `XMLHttpRequest` of its window. */
import { expect, onTestFinished, test } from 'vitest'
import { setupStandin } from '../../mocks/node.ts'
import { anyName } from '../../src/service/wire/misuse.ts'

const service = 'https://platform.tt02.altinn.no'
export const transfers = `${service}/broker/api/v1/filetransfer`
const orders = `${service}/notifications/api/v1/future`

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | FormData
}
interface Reply {
  readonly status: number
  readonly text: string
}
type Send = (url: string, asked?: Asked) => Promise<Reply>

const byFetch: Send = async (url, asked) => {
  const response = await fetch(url, asked as RequestInit)
  return { status: response.status, text: await response.text() }
}

export const byXhr: Send = (url, { method = 'GET', headers = {}, body } = {}) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new Error('network error'))
    request.send((body ?? null) as XMLHttpRequestBodyInit | null)
  })

export const initialized = {
  resourceId: 'standin-plain',
  fileName: 'letter.txt',
  sendersFileTransferReference: 'one',
  sender: '0192:347147753',
  recipients: ['0192:370916446'],
  propertyList: {},
}
const ordered = {
  idempotencyId: 'one',
  recipient: { recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject: 'Hello', body: 'Hello æøå' } } },
}

/** A simulator behind MSW until the test ends. */
export function prepared() {
  const { server, simulator } = setupStandin({ clock: 'frozen', checked: true })
  server.listen({ onUnhandledFrame: 'error' })
  onTestFinished(() => {
    server.close()
    simulator.close()
  })
  const bearer = async (as: { org?: string; orgNo?: string; scope: string }) => ({
    authorization: `Bearer ${(await simulator.token(as)).token}`,
  })
  return { simulator, bearer }
}

const json = { 'content-type': 'application/json' }

export function tellStory(): void {
  const ways = { fetch: byFetch, XMLHttpRequest: byXhr }
  for (const [how, send] of Object.entries(ways)) {
    test(`a file is sent and fetched, and an order placed and read, by ${how}`, async () => {
      const { simulator, bearer } = prepared()
      const sender = await bearer({ orgNo: '347147753', scope: 'altinn:broker.write altinn:broker.read' })
      const recipient = await bearer({ orgNo: '370916446', scope: 'altinn:broker.write altinn:broker.read' })
      const integrator = await bearer({ org: 'ttd', scope: 'altinn:serviceowner/notifications.create' })
      const content = 'blåbær og fløte'

      const made = await send(transfers, { method: 'POST', headers: { ...sender, ...json }, body: JSON.stringify(initialized) })
      expect(made).toMatchObject({ status: 200 })
      const { fileTransferId } = JSON.parse(made.text)
      const uploaded = await send(`${transfers}/${fileTransferId}/upload`, {
        method: 'POST',
        headers: { ...sender, 'content-type': 'application/octet-stream' },
        body: new TextEncoder().encode(content),
      })
      await simulator.advance({ until: 'settled' })
      const downloaded = await send(`${transfers}/${fileTransferId}/download`, { headers: recipient })
      const order = await send(`${orders}/orders`, { method: 'POST', headers: { ...integrator, ...json }, body: JSON.stringify(ordered) })
      await simulator.advance({ until: 'settled' })
      const shipment = await send(`${orders}/shipment/${JSON.parse(order.text).notification.shipmentId}`, { headers: integrator })

      expect([uploaded.status, downloaded.status, downloaded.text]).toEqual([200, 200, content])
      expect([order.status, shipment.status, JSON.parse(shipment.text).status]).toEqual([201, 200, 'Order_Completed'])
    })

    test(`a refusal and a broken connection arrive, by ${how}`, async () => {
      const { simulator } = prepared()
      const refused = await send(`${orders}/shipment/nothing`)
      await simulator.scenarios.use('connection-reset')

      expect(refused.status).toBe(401)
      await expect(send(`${orders}/shipment/nothing`)).rejects.toThrow()
    })
  }

  test('a token of Maskinporten is exchanged, and the keys that sign it are published', async () => {
    const { simulator } = prepared()
    const { token } = await simulator.token({ orgNo: '347147753', scope: 'altinn:broker.read', issuer: 'maskinporten' })

    const exchanged = await byFetch(`${service}/authentication/api/v1/exchange/maskinporten`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const keys = await byFetch(`${service}/authentication/api/v1/openid/.well-known/openid-configuration/jwks`)

    expect([exchanged.status, keys.status]).toEqual([200, 200])
  })

  test('the client in this process, the starting points and the control rows work', async () => {
    const { simulator } = prepared()
    const client = simulator.client()
    const { fileTransferId = '' } = await simulator.givens.arrange('a published file transfer exists', { content: 'given' })

    const downloaded = await client.call('fileTransfer.download', { params: { fileTransferId } })
    const health = await byFetch(`${service}/_standin/health`)

    expect([downloaded.status, downloaded.text, health.status]).toEqual([200, 'given', 200])
  })

  test('a client that leaves a delayed call is recorded as 499', async () => {
    const { simulator } = prepared()
    simulator.scenarios.define('mine', { summary: 'Mine', rules: [{ on: 'all', latency: 'PT1M' }] })
    await simulator.scenarios.use(anyName('mine'))
    const leaving = new AbortController()
    const call = fetch(`${orders}/shipment/nothing`, { signal: leaving.signal })
    while (simulator.world.journal.calls.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    leaving.abort()

    await expect(call).rejects.toThrow()
    while (simulator.world.journal.calls.list()[0]?.ms === null) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(simulator.world.journal.calls.list()[0]).toMatchObject({ status: 499 })
  })
}
