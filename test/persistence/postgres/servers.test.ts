/** Servers that share their worlds in PostgreSQL: any of them answers a call as the owner of its world would. */
import { expect } from 'vitest'
import { initialized } from '../../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { test } from '../../support/postgres.ts'
import { begin } from '../../support/resumable.ts'
import { askAs, hereAt, pairForFile, serversOn, worldAt } from '../../support/servers.ts'

const { one, two } = await pairForFile({
  adminToken: 'a-token-of-this-test',
  clock: 'frozen',
  seed: 1,
  now: Date.parse('2026-06-01T10:00:00Z'),
})
const far = 'standin.example'
const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('a reply and its journal line are as if the client had called the owner', async () => {
  const place = await worldAt(one, 'same')
  const token = await one.clientOf(place).token(ttd)
  const headers = { authorization: `Bearer ${token}`, traceparent: trace, 'user-agent': 'a client' }
  async function order(server: typeof one, body: unknown) {
    const { status, text, headers: said } = await server.ask(`${place}/future/orders`, { method: 'POST', headers, body })
    const line = await server.ask(`${place}/_standin/journal/${said.get('x-standin-call')}`)
    await one.ask(`${place}/_standin/reset`, { method: 'POST', body: {} })
    const lasted = { ...line.body, ms: 0, stages: Object.keys(line.body.stages), token: 0 }
    return JSON.parse(
      JSON.stringify({ status, text, said: [...said].filter(([name]) => name !== 'date'), lasted })
        .replaceAll(server.url, 'URL')
        .replaceAll(`:${server.port}`, ''),
    )
  }
  for (const body of [orderTo(toEmail()), orderTo({}), 'no JSON']) {
    const [direct, forwarded] = [await order(one, body), await order(two, body)]
    expect(forwarded).toEqual(direct)
  }
})

test('links in replies begin with the address that the client called', async () => {
  const place = await worldAt(one, 'links')
  const client = two.clientOf(place)
  const { headers } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  expect(headers.get('location')).toContain(`${two.url}${place}/`)
  expect(await begin(hereAt(two, place), await initialized(client), 5)).toContain(`${two.url}${place}/`)
})

test('control rows of a world of another server are for this machine, and for who has the admin token', async () => {
  const path = `${await worldAt(one, 'admin')}/_standin/state`
  const forged: Record<string, string>[] = [
    {},
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { forwarded: 'for=127.0.0.1;host=localhost' },
    { 'x-standin-local': 'true', 'x-real-ip': '127.0.0.1' },
    { authorization: 'Bearer wrong' },
  ]
  for (const server of [one, two]) {
    const url = server.url + path
    expect((await askAs('localhost', url)).status).toBe(200)
    for (const headers of forged) expect([headers, (await askAs(far, url, { headers })).status]).toEqual([headers, 401])
    expect((await askAs(far, url, { headers: { authorization: 'Bearer a-token-of-this-test' } })).status).toBe(200)
    expect((await askAs('localhost', url, { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(401)
  }
})

test('the page of any server may call control rows of all worlds, and no other page may', async () => {
  const path = `${await worldAt(one, 'paged')}/_standin/reset`
  const from = async (origin: string) => (await two.ask(path, { method: 'POST', body: {}, headers: { origin } })).status
  expect([await from(two.url), await from('http://another.example')]).toEqual([204, 403])
})

test('behind a trusted proxy, the address of its client decides, also at another server', async ({ url }) => {
  const [owner, other] = await serversOn(url, ['owner', 'other'], { trustProxy: true })
  const path = `${await worldAt(owner, 'proxied')}/_standin/state`
  const statuses = async (headers: Record<string, string>, name = 'localhost') =>
    Promise.all([owner, other].map(async (server) => (await askAs(name, server.url + path, { headers })).status))
  expect(await statuses({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' })).toEqual([200, 200])
  expect(await statuses({ 'x-forwarded-for': '10.1.2.3', 'x-forwarded-host': 'localhost' })).toEqual([403, 403])
  expect(await statuses({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': far })).toEqual([403, 403])
  expect(await statuses({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' }, far)).toEqual([403, 403])
  const proxied = { 'x-forwarded-for': '10.1.2.3', 'x-forwarded-host': 'public.example', 'x-forwarded-proto': 'https' }
  const client = other.clientOf('/worlds/proxied')
  const headers = { ...proxied, authorization: `Bearer ${await client.token(ttd)}` }
  const made = await other.ask('/worlds/proxied/future/orders', { method: 'POST', headers, body: orderTo(toEmail()) })
  expect(made.headers.get('location')).toContain('https://public.example/worlds/proxied/')
})
