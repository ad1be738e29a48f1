/** The dashboard behind a proxy that puts Standin under a path of its own. */
import { request } from 'node:http'
import { expect } from 'vitest'
import { pages } from '../../../src/apps/dashboard/pages/index.ts'
import { served, tester, visit } from '../../support/dashboard.ts'
import { otherServer } from '../../support/listen.ts'
import { orderTo, toEmail } from '../../support/orders.ts'

const prefix = '/team/standin'

interface Proxying {
  /** Whether the proxy passes the host on that it was called by. Otherwise it names that of Standin. */
  readonly keepsHost: boolean
  /** What it adds to each request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Passes everything below the prefix on, as it comes, also streams. `target` is known after the proxy. */
async function proxied({ keepsHost, headers = {} }: Proxying) {
  let target = ''
  const origin = await otherServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end()
    const own = keepsHost ? {} : { host: new URL(target).host }
    const passed = request(
      `${target}${incoming.url.slice(prefix.length)}`,
      { method: incoming.method, headers: { ...incoming.headers, ...own, ...headers } },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  const address = origin + prefix
  return {
    address,
    leadsTo(url: string) {
      target = url
    },
  }
}

tester('behind a proxy with a path of its own, all pages work, and the page asks for the admin token once', async () => {
  const { address, leadsTo } = await proxied({ keepsHost: false, headers: { 'x-forwarded-for': '192.0.2.7' } })
  const { url, client, simulator } = await served({ publicUrl: address, adminToken: 'open-sesame' })
  leadsTo(url)
  await client.call('notifications.createOrder', { body: orderTo(toEmail()) })
  const page = await visit(address.slice(0, -prefix.length), '', { prefix, expected: /40[13]/ })
  await page.goto(`${address}/`)
  await page.waitForURL(`${address}/_standin/`)
  await page.getByRole('textbox', { name: 'Admin token' }).fill('open-sesame')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'This world' }).getByText(address, { exact: true }).waitFor()
  await page
    .getByRole('link', { name: /future\/orders/ })
    .first()
    .waitFor()

  await page.goto(`${address}/_standin/#/calls`)
  await page.getByText('1 line', { exact: true }).waitFor()
  await client.call('notifications.createOrder', { body: orderTo(toEmail()) })
  await page.getByText('2 lines').waitFor()
  await page.goto(`${address}/_standin/#/`)
  await page.getByText('First steps').click()
  await page.getByRole('button', { name: 'Create a token' }).click()
  await page.getByRole('button', { name: 'Send it from here' }).click()
  await page.getByRole('link', { name: 'See what happened' }).click()
  await page.getByRole('article', { name: 'Line 3' }).getByText('committed').waitFor()
  await page.goto(`${address}/_standin/#/scenarios/outage-register`)
  await page.getByRole('switch', { name: 'outage-register' }).first().click()
  await page.getByText('outage-register is on.').waitFor()
  expect((await simulator.scenarios.list()).scenarios.find(({ active }) => active)?.name).toBe('outage-register')
  await page.goto(`${address}/_standin/#/events/hooks`)
  await page.getByText(`${address}/_standin/hooks/mine`).waitFor()
  for (const { path } of pages) {
    await page.goto(`${address}/_standin/#/${path}`)
    await page.waitForFunction(() => document.querySelector('main')?.textContent !== '' && !document.querySelector('.loading'))

    expect([path, await page.getByRole('alert').count()]).toEqual([path, 0])
  }
})

tester('a proxy that Standin knows nothing of is no obstacle to the page, in any world', async () => {
  const { address, leadsTo } = await proxied({ keepsHost: true })
  const { url, clientOf } = await served()
  leadsTo(url)
  await clientOf('/worlds/mine').call('notifications.createOrder', { body: orderTo(toEmail()) })
  const page = await visit(address.slice(0, -prefix.length), '#/calls', { prefix: `${prefix}/worlds/mine` })
  await page.getByText('1 line', { exact: true }).waitFor()
  await page.goto(`${address}/worlds/mine/_standin/#/clock`)
  await page.getByRole('button', { name: 'Until settled' }).click()
  await page.getByText('notifications.takeOrder').first().waitFor()
})
