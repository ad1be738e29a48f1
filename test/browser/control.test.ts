/** Controls Standin in a page from outside, as Playwright and Cypress do. */
import { expect, test } from 'vitest'
import { found, pageOf } from '../support/chromium.ts'

const asked = async ([method, path]: readonly [string, string]) => {
  const response = await fetch(path, { method })
  return { status: response.status, body: await response.json().catch(() => undefined) }
}

const metadata = ['GET', '/.well-known/oauth-authorization-server'] as const

test.skipIf(!found).each([
  ['worker', undefined],
  ['page', undefined],
  ['worker', 'https://platform.tt02.altinn.no'],
] as const)('a test switches scenarios from within the page (%s, origin %s)', async (intercept, origin) => {
  const page = await pageOf('standin')
  await page.evaluate((options) => window.begin(options), { intercept, origin, clock: 'frozen' as const })
  const call = (method: string, path: string) => page.evaluate(asked, [method, path] as const)
  const service = (path: string) => call('GET', `${origin ?? ''}${path}`)

  const health = await call('GET', '/_standin/health')
  await page.evaluate(() => {
    const respond = { status: 503, body: {} }
    window.simulator.scenarios.define('down', { summary: 'It is down', rules: [{ on: 'authentication.getMetadata', respond }] })
  })
  const on = await call('PUT', '/_standin/scenarios/down/active')
  const refused = await service(metadata[1])
  const off = await call('DELETE', '/_standin/scenarios/active')
  const records = await call('GET', '/_standin/records/contacts?limit=1')
  const otherWorld = await call('GET', '/worlds/mine/_standin/state')

  expect(health).toEqual({ status: 200, body: { status: 'ok' } })
  expect([on.status, off.status]).toEqual([200, 204])
  expect([refused.status, (await service(metadata[1])).status]).toEqual([503, 200])
  expect(records.body.records).toHaveLength(1)
  expect(otherWorld.status).toBe(404)
})

test.skipIf(!found)('the requests of Playwright itself bypass the worker', async () => {
  const page = await pageOf('standin')
  await page.evaluate(() => window.begin())

  const outside = await page.request.get(`${found?.origin}/_standin/health`)

  expect(outside.status()).toBe(404)
  expect((await page.evaluate(asked, metadata)).status).toBe(200)
})
