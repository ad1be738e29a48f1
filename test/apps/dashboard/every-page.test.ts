/** What holds for every page of the table. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pages } from '../../../src/apps/dashboard/pages/index.ts'
import { anyDocument, anyName } from '../../../src/service/wire/misuse.ts'
import { utf8 } from '../../../src/service/wire/text.ts'
import { harmed, hostile, overflows, served, storableHostile, tester, violations, visit } from '../../support/dashboard.ts'

const order = (subject: string) => ({
  idempotencyId: subject.slice(0, 20),
  recipient: { recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject, body: subject } } },
})

/** A server where something of everything has happened. */
async function busy() {
  const running = await served()
  const { client, simulator } = running
  await client.call('notifications.createOrder', { body: order('Hello') })
  await simulator.scenarios.use('outage-register')
  await client.call('notifications.createOrder', { body: order('Hello again') })
  await client.call('notifications.getShipment', { params: { id: 'nothing' } })
  simulator.hooks.receive('mine', { headers: { 'x-mine': 'yes' }, body: utf8('{ "id": "1", "type": "a.b" }') })
  await simulator.advance({ by: 'PT5M' })
  return running
}

const places = [
  ...pages.map(({ path }) => (path === '' ? '#/' : `#/${path}`)),
  '#/calls/1',
  '#/calls/1?with=2',
  '#/calls?errors=shown',
  '#/calls?jobs=shown',
  '#/calls?query=status%3A2xx+op%3AcreateOrder+orders',
  '#/records/orders',
  '#/events/hooks/mine',
  '#/messages/1',
  '#/bare-messages/1',
  '#/messages/recipients',
  '#/operations/notifications.createOrder',
  '#/resources/standin-plain',
  '#/scenarios/outage-database',
  '#/search?text=1',
  '#/search?text=reply',
  '#/docs/cookbook?at=what-was-sent',
  '#/docs/reference/decisions',
  '#/docs?text=reply',
  '#/docs/no-such-document',
  '#/no-such-page',
]

for (const colorScheme of ['light', 'dark'] as const) {
  tester(`axe finds nothing wrong on any page (${colorScheme})`, async () => {
    const { url } = await busy()
    const page = await visit(url, '', { colorScheme })
    const found: Record<string, string[]> = {}
    for (const place of places) {
      await page.goto(`${url}/_standin/${place}`)
      await page.waitForFunction(() => document.querySelector('main')?.textContent !== '' && !document.querySelector('.loading'))

      found[place] = await violations(page)
    }

    expect(found).toEqual(Object.fromEntries(places.map((place) => [place, []])))
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  tester(`axe finds nothing wrong while a call is unfolded and the query is completed, on a phone (${colorScheme})`, async () => {
    const { url } = await busy()
    const page = await visit(url, '#/calls', { colorScheme, viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: /^5 jobs of line 1$/ }).click()
    await page.getByRole('row', { name: /A message was sent/ }).waitFor()
    await page.getByLabel('Query').fill('s')
    await page.getByRole('listbox').getByRole('option').first().waitFor()

    expect([await violations(page), await overflows(page)]).toEqual([[], false])
  })
}

/** The fields that have no room for a word. */
const tooNarrow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('main input:not([type=checkbox]), main select')]
    return fields.filter(({ offsetWidth }) => offsetWidth > 0 && offsetWidth < 56).map(({ id, outerHTML }) => id || outerHTML.slice(0, 80))
  })

tester('no page is wider or longer than its window or squeezes its fields, from 320 pixels to 4k', async () => {
  const { url } = await busy()
  const page = await visit(url)
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [1024, 768],
    [1280, 800],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const place of places) {
      await page.goto(`${url}/_standin/${place}`)
      await page.waitForFunction(() => !document.querySelector('.loading'))

      expect([place, width, await overflows(page), await tooNarrow(page)]).toEqual([place, width, false, []])
    }
  }
})

tester('what clients send is shown as text, whatever it is', async ({ url, client, simulator }) => {
  for (const text of [hostile, storableHostile]) await client.call('notifications.createOrder', { body: order(text) })
  await client.call('notifications.getShipment', {
    params: { id: hostile.slice(0, -1) },
    headers: { 'x-note': '<script>window.harmed=1</script>' },
  })
  simulator.hooks.receive('mine', { headers: { 'x-mine': hostile }, body: utf8(JSON.stringify({ id: hostile, type: hostile })) })
  simulator.fileTransfers.publish('test', { size: 1, fileName: storableHostile })
  simulator.resources.put('test', { id: storableHostile, owner: '991825827', externalServiceCode: hostile })
  simulator.scenarios.define('mine', anyDocument({ summary: hostile, rules: [{ probability: 0, outage: 'database' }] }))
  await simulator.scenarios.use(anyName('mine'))
  await simulator.advance({ by: 'PT5M' })
  const page = await visit(url)
  const opened = [`#/files?text=${encodeURIComponent('img')}`, `#/resources/${encodeURIComponent(storableHostile)}`, '#/scenarios/mine']
  for (const place of [...places, ...opened]) {
    await page.goto(`${url}/_standin/${place}`)
    await page.waitForFunction(() => !document.querySelector('.loading'))

    expect([place, await harmed(page)]).toEqual([place, false])
    expect(await page.locator('img[src=x]').count()).toBe(0)
  }
  await page.goto(`${url}/_standin/#/calls/1`)
  await page.locator('.open-line').getByText('U+202E').first().waitFor()
})

tester('what the page loads before it shows something is at most 120 kB', async () => {
  const folder = resolve(import.meta.dirname, '../../../dist/dashboard')
  const html = gunzipSync(readFileSync(`${folder}/index.html.gz`)).toString()
  const initial = [...html.matchAll(/"\.\/(assets\/[\w-]+\.js)"/g)].map(([, name = '']) => name)
  const zipped = (name: string) => gzipSync(brotliDecompressSync(readFileSync(`${folder}/${name}.br`)), { level: 9 })
  const size = initial.reduce((sum, name) => sum + zipped(name).byteLength, 0)

  expect(initial.length).toBeGreaterThan(0)
  expect(size).toBeLessThanOrEqual(120_000)
  expect(readdirSync(`${folder}/assets`).filter((name) => !/-[\w-]{8}\.(js|css|svg)\.(br|gz)$/.test(name))).toEqual([])
})
