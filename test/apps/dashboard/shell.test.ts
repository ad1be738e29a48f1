/** What surrounds every page of the dashboard. */
import { once } from 'node:events'
import { expect } from 'vitest'
import { startProcess } from '../../support/command-line.ts'
import { served, tester, visit } from '../../support/dashboard.ts'
import { orderTo, toEmail } from '../../support/orders.ts'

tester('a tester opens the address of the server and finds the dashboard', async ({ url }) => {
  const page = await visit(url)
  await page.goto(`${url}/`)

  expect(page.url()).toBe(`${url}/_standin/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
})

tester('the keys go to a page, to the search, and list themselves', async ({ url }) => {
  const page = await visit(url)
  await page.getByRole('heading', { level: 1 }).waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.getByRole('heading', { level: 1, name: 'Traffic' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Go to Home').waitFor()
  await page.getByRole('dialog', { name: 'Keys' }).getByText('expand and collapse the consequences of the open call').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')

  expect(
    await page.getByRole('searchbox', { name: 'Search for a word, an id or a name' }).evaluate((field) => field === document.activeElement),
  ).toBe(true)
})

tester('the navigation has at most 14 links, pages that share one have views, and the raw data is that of the page', async ({ url }) => {
  const page = await visit(url, '#/contacts')
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  expect((await links.allInnerTexts()).length).toBeLessThanOrEqual(14)
  expect(await links.and(page.locator('[aria-current]')).allInnerTexts()).toEqual(['Set up'])
  const views = page.getByRole('navigation', { name: 'Set up' }).getByRole('link')
  expect(await views.allInnerTexts()).toEqual(['Worlds', 'Limits', 'Contacts', 'Resources'])
  await views.filter({ hasText: 'Limits' }).click()
  await page.getByRole('heading', { level: 1, name: 'Limits' }).waitFor()
  await page.goBack()
  await links.filter({ hasText: 'Raw data' }).click()
  await page.getByRole('table', { name: 'Contacts' }).waitFor()

  expect(new URL(page.url()).hash).toBe('#/records/contacts')
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
})

tester('a scenario that somebody switches on appears on every page', async ({ url, simulator }) => {
  const page = await visit(url, '#/calls')
  const on = page.getByRole('region', { name: 'Active scenarios' })
  await simulator.scenarios.use('outage-register')
  await on.getByText('outage-register').waitFor()
  await simulator.scenarios.off()
  await on.waitFor({ state: 'detached' })
})

tester('two tabs work in two worlds', async ({ url, clientOf }) => {
  const client = clientOf('/worlds/one')
  await client.call('notifications.createOrder', { body: orderTo(toEmail()) })
  const one = await visit(url, '#/calls', { prefix: '/worlds/one' })
  const two = await visit(url, '#/calls', { prefix: '/worlds/two', expected: /404/ })

  await one.getByRole('row').getByText('/future/orders').waitFor()
  await two.getByRole('button', { name: 'Create it now' }).waitFor()
  // The stream is asked for again and again, and each time the server answers that there is no such world.
  for (let asked = 0; asked < 3; asked++) await two.waitForResponse(/journal\/stream/)
  expect(await two.getByText('Connection lost.').count()).toBe(0)
  await two.getByRole('button', { name: 'Create it now' }).click()
  await two.getByText('No lines match, or nothing has happened yet.').waitFor()
  expect(await one.getByLabel('World').inputValue()).toBe('one')
  await two.getByLabel('World').selectOption('one')
  await two.getByRole('row').getByText('/future/orders').waitFor()
  expect(new URL(two.url()).pathname).toBe('/worlds/one/_standin/')
})

tester('the page says that the server is gone, and goes on with another run of it', async () => {
  const first = await ownProcess('0')
  await fetch(`${first.url}/future/shipment/one`)
  const page = await visit(first.url, '#/calls', { expected: /ERR_|Failed to load/ })
  await page.getByRole('row').getByText('/future/shipment/one').waitFor()

  await first.stop()
  await page.getByText('Connection lost.').waitFor()
  const second = await ownProcess(new URL(first.url).port)
  await page.getByText('Connection lost.').waitFor({ state: 'detached' })
  await page.getByRole('row').getByText('/future/shipment/one').waitFor({ state: 'detached' })
  await page.getByText(/^The server restarted at [\d:]{8}\. The journal is new: 1 earlier line lost\. The world has 0 orders/).waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  expect(await page.getByText('The server restarted').count()).toBe(0)
  await fetch(`${second.url}/future/shipment/two`)
  await page.getByRole('row').getByText('/future/shipment/two').waitFor()
})

tester('a call that was opened stays the one that it was when another run of the server has another of its number', async () => {
  const first = await ownProcess('0')
  await fetch(`${first.url}/future/shipment/one`)
  const page = await visit(first.url, '#/calls/1', { expected: /ERR_|Failed to load/ })
  const call = page.getByRole('article', { name: 'Line 1' })
  await call.getByRole('heading', { name: '/future/shipment/one' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await first.stop()
  await page.getByText('Connection lost.').waitFor()
  const second = await ownProcess(new URL(first.url).port)
  await fetch(`${second.url}/future/shipment/two`)

  await page.getByRole('row').getByText('/future/shipment/one').waitFor({ state: 'detached' })
  await call.getByText('This line belongs to an earlier journal').waitFor()
  await call.getByRole('heading', { name: '/future/shipment/one' }).waitFor()
  await call.getByRole('button', { name: 'Show the current line 1' }).click()
  await call.getByRole('heading', { name: '/future/shipment/two' }).waitFor()
})

/** A server in a process of its own. */
async function ownProcess(port: string) {
  const { child, line } = startProcess(['--json'], undefined, port)
  const { url } = JSON.parse(await line()) as { url: string }
  const stop = async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return { url, stop }
}

tester('from another machine, the page asks for the admin token once, and the tab keeps it', async () => {
  const { url } = await served({ adminToken: 'open-sesame' })
  const page = await visit(url, '', { extraHTTPHeaders: { 'x-forwarded-for': '10.0.0.9' }, expected: /401/ })
  const dialog = page.getByRole('dialog', { name: 'Admin token' })

  await dialog.getByLabel('Admin token').fill('wrong')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('did not accept this token').waitFor()
  await dialog.getByLabel('Admin token').fill('open-sesame')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('none: the service works').waitFor()
  await page.reload()
  await page.getByText('none: the service works').waitFor()
  expect(await dialog.count()).toBe(0)
})

tester('a refusal that arrives after the admin token was given does not ask for it again', async () => {
  const { url } = await served({ adminToken: 'open-sesame' })
  const page = await visit(url, 'dashboard.css', { extraHTTPHeaders: { 'x-forwarded-for': '10.0.0.9' }, expected: /40[14]/ })
  let release = () => {}
  const given = new Promise<void>((resolve) => {
    release = resolve
  })
  const late = page.waitForResponse((response) => /journal\/stream/.test(response.url()) && response.status() === 401)
  await page.route(/journal\/stream/, async (route) => {
    if (!(await route.request().headerValue('authorization'))) await given
    await route.continue()
  })
  await page.goto(`${url}/_standin/`)
  const dialog = page.getByRole('dialog', { name: 'Admin token' })
  await dialog.getByLabel('Admin token').fill('open-sesame')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('none: the service works').waitFor()
  expect(await dialog.count()).toBe(0)
  release()
  await (await late).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await dialog.count()).toBe(0)
})

tester('a link to a record that no address can name says so', async ({ url }) => {
  const page = await visit(url, '#/files/%2e%2e')
  await page.getByText('id is "..": a URL would treat it as a relative path.').waitFor()
})

tester('the theme that a tester chooses stays', async ({ url }) => {
  const page = await visit(url, '', { colorScheme: 'light' })
  await page.getByRole('button', { name: 'Change to light' }).click()
  await page.getByRole('button', { name: 'Change to dark' }).click()
  await page.reload()

  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})
