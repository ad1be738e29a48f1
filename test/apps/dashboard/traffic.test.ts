/** The traffic, as a tester reads it. */
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import { createFetchHandler } from '../../../src/service/wire/fetch.ts'
import { harmed, served, storableHostile, tester, violations, visit } from '../../support/dashboard.ts'
import { orderTo, toEmail } from '../../support/orders.ts'

const order = (idempotencyId: string) => orderTo(toEmail(), { idempotencyId })

tester('a tester finds out why a call was refused with 403', async ({ url, client }) => {
  await client.call('notifications.createOrder', { body: order('one'), as: { org: 'ttd', orgNo: '991825827', scope: 'something:else' } })
  const page = await visit(url, '#/calls/1')
  const call = page.getByRole('article', { name: 'Line 1' })

  await call.getByText('403', { exact: true }).first().waitFor()
  expect(await call.locator('.why').innerText()).toMatch(/scope/)
  await call.getByText('access', { exact: true }).first().waitFor()
})

tester('a call leads to the jobs that it caused, and a job to its cause', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', { body: order('one') })
  await simulator.advance({ by: 'PT5M' })
  const page = await visit(url, '#/calls/1')

  const caused = page.getByRole('list', { name: 'Consequences of line 1' })
  await caused.getByText('Email', { exact: true }).first().waitFor()
  await caused.getByRole('link', { name: 'notifications.takeOrder' }).click()
  await page.getByRole('article', { name: 'Line 1.0' }).getByRole('link', { name: 'Line 1', exact: true }).click()
  await page.getByRole('article', { name: 'Line 1', exact: true }).waitFor()
})

tester('the jobs of a call hang under it: a tester unfolds them, with what left and when, and sees each on its own line', async () => {
  const { url, client, simulator } = await served()
  await client.call('notifications.createOrder', { body: { ...order('one'), reminders: [{ delayDays: 7, ...order('two') }] } })
  await simulator.advance({ by: 'PT5M' })
  const page = await visit(url, '#/calls')
  const fold = page.getByRole('button', { name: /^5 jobs, .* of line 1$/ })
  await page.getByText('1 line', { exact: true }).waitFor()
  expect(await fold.innerText()).toMatch(/^5 jobs, 5\.0 s\s+Email_Delivered/)
  const isCut = (element: HTMLElement) => element.scrollWidth > element.clientWidth
  expect(await fold.locator('.badge').evaluate(isCut)).toBe(false)
  await fold.click()
  await page.getByRole('row', { name: /^A job notifications\.takeOrder Order_Processing \+1\.0 s$/ }).waitFor()
  await page.getByRole('row', { name: /^A message was sent Email Email_Delivered \+3\.0 s$/ }).waitFor()
  await page.getByRole('row', { name: /^Upcoming notifications\.takeOrder upcoming 06-08/ }).waitFor()
  const bars = page.locator('.part .span')
  const starts = await bars.evaluateAll((all) => all.map((bar) => Math.round(bar.getBoundingClientRect().right)))
  expect(starts).toEqual(starts.toSorted((one, other) => one - other))

  await page
    .getByRole('row', { name: /notifications\.reportMessage/ })
    .getByRole('link')
    .click()
  await page.getByRole('article', { name: 'Line 1.0.0.0.0.0' }).waitFor()
  await page.getByRole('table', { name: 'Calls' }).press('ArrowLeft')
  await page.locator('.selected').getByText('/future/orders').waitFor()
  await page.getByRole('table', { name: 'Calls' }).press('ArrowRight')
  await page.locator('.selected').getByText('notifications.reportMessage').waitFor()

  await page.goBack()
  await page.getByRole('article').waitFor({ state: 'detached' })
  await simulator.advance({ by: 'P7D' })
  await page.getByRole('row', { name: /^A service job notifications\.takeOrder caused by line 1,/ }).waitFor()
  await page.getByRole('button', { name: /^4 jobs, .* of line 1\.1$/ }).waitFor()
  await page.getByRole('button', { name: 'Jobs', exact: true }).click()
  await page.getByText('11 lines', { exact: true }).waitFor()
  expect(new URL(page.url()).hash).toBe('#/calls?jobs=shown')
})

tester('a tester reads who called by which claims, edits the call and sends it again', async ({ url, client, simulator }) => {
  const as = { org: 'ttd', orgNo: '991825827', scope: 'altinn:serviceowner/notifications.create' }
  await client.call('notifications.createOrder', { body: order('one'), as })
  const page = await visit(url, '#/calls/1')
  await page.getByRole('region', { name: 'Token' }).getByText(as.scope, { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Edit and send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit and send again' })
  await dialog.getByLabel('Body').fill(JSON.stringify(order('two')))
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('201', { exact: true }).waitFor()
  await dialog.getByRole('link', { name: 'See line 2' }).click()
  await page.getByRole('article', { name: 'Line 2' }).getByText(as.scope, { exact: true }).waitFor()
  expect(simulator.journal.find('2').request.body).toContain('"two"')
})

tester('a tester compares a call that failed with one that worked', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', { body: order('one') })
  await simulator.scenarios.use('outage-database')
  await client.call('notifications.createOrder', { body: order('two') })
  const page = await visit(url, '#/calls/2')
  await page.getByRole('row', { name: /201/ }).waitFor()
  await page.getByRole('button', { name: 'Compare' }).click()

  const comparison = page.getByRole('region', { name: 'Comparison', exact: true })
  await comparison.getByRole('row', { name: /^status 503 201$/ }).waitFor()
  await comparison.getByRole('row', { name: /^request\.idempotencyId "two" "one"$/ }).waitFor()
  expect(await comparison.getByText('request.recipient.recipientEmail.emailAddress').count()).toBe(0)
  await comparison.getByLabel('With line').fill('2')
  await comparison.getByText('No differences.').waitFor()
  expect(page.url()).toBe(`${url}/_standin/#/calls/2?with=2`)
})

tester('a tester sees which errors come again and again, and exports the lines of one', async ({ url, client, simulator }) => {
  for (const id of ['one', 'two', 'three']) await client.call('notifications.getShipment', { params: { id } })
  await simulator.scenarios.use('outage-database')
  await client.call('notifications.createOrder', { body: order('one') })
  const page = await visit(url, '#/calls')
  await page.getByText('4 lines').waitFor()
  await client.call('notifications.createOrder', { body: order('two') })
  await page.getByText('5 lines').waitFor()
  await page.keyboard.press('e')
  const errors = page.getByRole('region', { name: 'Recent errors', exact: true })
  await errors.getByRole('row', { name: /^3 404 .*notifications.getShipment/ }).waitFor()
  await errors.getByRole('row', { name: /^2 503 .*notifications.createOrder/ }).waitFor()

  await errors.getByRole('link', { name: 'notifications.getShipment' }).click()
  await page.getByText('3 lines').waitFor()
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const text = readFileSync(await (await exported).path(), 'utf8')
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).path),
  ).toEqual(['one', 'two', 'three'].map((id) => `/future/shipment/${id}`))
})

tester('a filter stands in the address, so that a link shows the same lines', async ({ url, client }) => {
  await client.call('notifications.createOrder', { body: order('one') })
  await client.call('notifications.getShipment', { params: { id: 'nothing' } })
  const page = await visit(url, '#/calls')
  await page.getByLabel('Query').fill('status:4xx')
  await page.keyboard.press('Enter')
  await page.getByText('1 line', { exact: true }).waitFor()
  expect(new URL(page.url()).hash).toBe('#/calls?query=status%3A4xx')

  const other = await visit(url, new URL(page.url()).hash)
  await other.getByText('/future/shipment/nothing').waitFor()
  expect(await other.getByText('/future/orders').count()).toBe(0)
  await other.getByRole('button', { name: 'Remove the filter' }).click()
  await other.getByRole('row').getByText('/future/orders').waitFor()
})

tester('the query completes what is there, each condition is a chip to remove, and the way back leads to the query before', async () => {
  const { url, client, simulator } = await served()
  await client.call('notifications.createOrder', { body: order('one') })
  await simulator.scenarios.use('outage-database')
  await client.call('notifications.createOrder', { body: order('two') })
  await client.call('notifications.getShipment', { params: { id: 'nothing' } })
  const page = await visit(url, '#/calls')
  await page.getByText('3 lines').waitFor()
  const query = page.getByLabel('Query')
  await page.keyboard.press('f')
  const completions = page.getByRole('listbox', { name: 'Completions' })
  await completions.getByRole('option', { name: /^scenario: / }).waitFor()
  await page.keyboard.type('createO')
  await completions.getByRole('option', { name: 'op:createOrder 2' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('2 lines').waitFor()
  await page.keyboard.type('stat')
  await completions.getByRole('option', { name: 'status: ' }).click()
  await completions.getByRole('option', { name: 'status:5xx 2' }).click()
  await page.getByText('1 line', { exact: true }).waitFor()
  expect(new URL(page.url()).hash).toBe('#/calls?query=op%3AcreateOrder+status%3A5xx')

  await page.getByRole('button', { name: 'Remove status:5xx' }).click()
  await page.getByText('2 lines').waitFor()
  await query.fill('database outage')
  await page.getByText('1 line', { exact: true }).waitFor()
  await page.getByRole('row', { name: /503/ }).getByRole('link').click()
  await page.getByRole('article', { name: 'Line 2' }).getByRole('link', { name: 'outage-database' }).first().click()
  await page.getByRole('link', { name: 'affected calls' }).click()
  await page.getByRole('button', { name: 'Remove scenario:outage-database' }).waitFor()
  await page.goBack()
  await page.goBack()
  await page.getByRole('article', { name: 'Line 2' }).waitFor()
  expect(await query.inputValue()).toBe('database outage')
  await page.getByRole('button', { name: 'Remove op:createOrder' }).waitFor()
})

tester('a caller is a name first, its client id last, and a query finds it by its name', async ({ url, client, simulator }) => {
  simulator.contacts.put({ number: '991825827', name: storableHostile, serviceOwner: 'ttd', emails: [], mobiles: [] })
  await client.call('notifications.createOrder', { body: order('one') })
  await client.call('fileTransfer.overview', { as: { orgNo: '347147753' }, params: { fileTransferId: crypto.randomUUID() } })
  const page = await visit(url, '#/calls/2')
  await page
    .getByRole('article', { name: 'Line 2' })
    .getByText(/^Jensen Regnskap AS · 347147753 · client /)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /createOrder .*<img .*U\+202E.* · ttd · 991825827/ }).waitFor()
  await page.keyboard.press('f')
  await page.keyboard.type('caller:Jens')
  await page.getByRole('option', { name: 'caller:347147753 Jensen Regnskap AS · 1' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 line', { exact: true }).waitFor()
  expect(await harmed(page)).toBe(false)
  expect(await page.locator('img[src=x]').count()).toBe(0)
})

tester('icons say of a call that its reply was lost, that a scenario had a hand in it, and that nothing was committed', async () => {
  const { url, client, simulator } = await served()
  await client.call('notifications.getShipment', { params: { id: 'none' } })
  await client.call('notifications.createOrder', { body: { ...order('one'), recipient: {} } as never })
  await simulator.scenarios.use('order-lost-reply')
  await client.call('notifications.createOrder', { body: order('two') }).catch(() => {})
  const page = await visit(url, '#/calls')
  await page.getByRole('row', { name: /^400 POST Nothing committed \/future\/orders / }).waitFor()
  await page.getByRole('row', { name: /^404 GET \/future\/shipment\/none / }).waitFor()
  await page.getByRole('row', { name: /POST The reply was lost or cut off \/future\/orders .*order-lost-reply/ }).waitFor()
  await page.goto(`${url}/_standin/#/`)
  await page.getByRole('link', { name: '1 reply lost' }).click()
  await page.getByText('1 line', { exact: true }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })

  await page.getByRole('row', { name: /POST A scenario affected it ?The reply was lost/ }).waitFor()
})

tester('a tester types several words between quotes, and they are one condition', async ({ url, client, simulator }) => {
  simulator.contacts.put({ number: '991825827', name: 'Big Department', serviceOwner: 'ttd', emails: [], mobiles: [] })
  await client.call('notifications.getShipment', { params: { id: 'nothing' } })
  const page = await visit(url, '#/calls')
  await page.getByText('1 line', { exact: true }).waitFor()
  await page.keyboard.press('f')
  await page.keyboard.type('caller:"big dep')
  expect(await page.getByRole('button', { name: /^Remove caller/ }).count()).toBe(0)
  await page.keyboard.type('artment" ')

  await page.getByRole('button', { name: 'Remove caller:"big department"' }).waitFor()
  await page.getByText('1 line', { exact: true }).waitFor()
  expect(await page.getByLabel('Query').inputValue()).toBe('')
})

tester('an address with the fields of before still opens, as a query', async ({ url, client }) => {
  await client.call('notifications.createOrder', { body: order('one') })
  for (const id of ['one', 'two']) await client.call('notifications.getShipment', { params: { id } })
  const page = await visit(
    url,
    '#/calls?operation=notifications&status=404&code=NOT-00003&caller=ttd&text=shipment/two&environment=test&kind=calls',
  )
  await page.getByText('1 line', { exact: true }).waitFor()
  await page.getByRole('row').getByText('/future/shipment/two').waitFor()
  expect(new URL(page.url()).hash).toMatch(/^#\/calls\?query=op%3Anotifications\+status%3A404\+/)
  await page.getByRole('button', { name: 'Remove status:404' }).click()
  await page.getByRole('button', { name: 'Remove kind:calls' }).waitFor()
  expect(new URL(page.url()).hash).toBe(
    '#/calls?query=op%3Anotifications+code%3ANOT-00003+caller%3Attd+kind%3Acalls+env%3Atest+shipment%2Ftwo',
  )
})

tester('a paused list stays as it is, and a cleared one begins anew', async ({ url, client }) => {
  const page = await visit(url, '#/calls')
  await client.call('notifications.getShipment', { params: { id: 'one' } })
  await page.getByText('/future/shipment/one').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await client.call('notifications.getShipment', { params: { id: 'two' } })
  const second = await visit(url, '#/calls')
  await second.getByText('/future/shipment/two').waitFor()

  expect(await page.getByText('/future/shipment/two').count()).toBe(0)
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('0 lines').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await client.call('notifications.getShipment', { params: { id: 'two' } })
  await page.getByText('/future/shipment/two').waitFor()
  await page.keyboard.press('c')
  await page.getByText('0 lines').waitFor()
  await client.call('notifications.getShipment', { params: { id: 'three' } })
  await page.getByText('/future/shipment/three').waitFor()
  expect(await page.getByText('/future/shipment/one').count()).toBe(0)
})

tester('a list that is scrolled says how many lines are new, exports them with the others, and shows them on a click', async () => {
  const { url, client } = await served()
  const call = (id: string) => client.call('notifications.getShipment', { params: { id } })
  for (let at = 0; at < 100; at++) await call(`n${at}`)
  const page = await visit(url, '#/calls/2')
  await page.locator('.selected').getByText('/future/shipment/n1').waitFor()
  await call('late')
  await call('later')
  const newer = page.getByRole('button', { name: '2 new lines' })
  await newer.waitFor()
  await page.locator('.count').getByText('100', { exact: true }).waitFor()
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect(
    readFileSync(await (await exported).path(), 'utf8')
      .trimEnd()
      .split('\n'),
  ).toHaveLength(102)

  await newer.click()
  await page.getByRole('row').getByText('/future/shipment/later').waitFor()
  await newer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Pause' }).click()
  await call('latest')
  await page.getByRole('button', { name: '1 new line' }).click()
  await page.getByRole('row').getByText('/future/shipment/latest').waitFor()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
})

tester('a reset begins the list anew', async ({ url, client, simulator }) => {
  const page = await visit(url, '#/calls')
  await client.call('notifications.getShipment', { params: { id: 'before' } })
  await page.getByText('/future/shipment/before').waitFor()
  simulator.reset()
  await client.call('notifications.getShipment', { params: { id: 'after' } })

  await page.getByText('/future/shipment/after').waitFor()
  await page.getByText('/future/shipment/before').waitFor({ state: 'detached' })
})

tester('of many calls only those that are seen are on the page, and the arrow keys go through them', async ({ url, client }) => {
  for (let at = 0; at < 900; at++) await client.call('notifications.getShipment', { params: { id: `n${at}` } })
  const page = await visit(url, '#/calls')
  const table = page.getByRole('table', { name: 'Calls' })
  await page.getByText('/future/shipment/n899').waitFor()

  expect(await table.getByRole('row').count()).toBeLessThan(80)
  expect(await table.getAttribute('aria-rowcount')).toBe('901')
  await table.press('ArrowDown')
  await page.getByRole('article', { name: 'Line 900' }).waitFor()
  await table.press('ArrowDown')
  await page.getByRole('article', { name: 'Line 899' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('article').waitFor({ state: 'detached' })
  await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await page.getByText('/future/shipment/n0', { exact: true }).waitFor()

  const linked = await visit(url, '#/calls/2')
  await linked.getByRole('article', { name: 'Line 2' }).waitFor()
  await linked.getByRole('row', { name: 'n1', exact: false }).and(linked.locator('.selected')).waitFor()
})

tester('a journal that is longer than a page of its list is read whole, and nothing is missing', async () => {
  const { url, simulator } = await served({ journal: 10_100 })
  const own = simulator.knobs('default').client()
  for (let at = 0; at < 10_100; at++) await own.call('notifications.getShipment', { params: { id: `n${at}` }, as: null })
  const page = await visit(url, '#/calls')

  await page.getByText('10,100 lines', { exact: true }).waitFor()
  await page.getByRole('table', { name: 'Calls' }).evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await page.getByText('/future/shipment/n0', { exact: true }).waitFor()
})

tester('the list says what a job did, which attempt it was and when the next one is, and shows one environment alone', async () => {
  const { url, client, clientOf, simulator } = await served()
  await client.call('notifications.createOrder', { body: order('one') })
  await simulator.scenarios.use('outage-database')
  await simulator.advance({ by: 'PT1S' })
  await clientOf('/production').call('notifications.getShipment', { params: { id: 'produced' } })
  const page = await visit(url, '#/calls?jobs=shown')

  await page
    .getByRole('row', {
      name: /notifications\.takeOrder outage-database attempt 1, putOff database cannot be reached, next 2026-06-01T10:00:02Z/,
    })
    .waitFor()
  await page.getByText('3 lines').waitFor()
  await page.getByLabel('Query').fill('env:production ')
  await page.getByText('1 line', { exact: true }).waitFor()
  await page.getByText('/future/shipment/produced').waitFor()
})

tester('a hidden tab reads no stream, and gets what it missed when it is seen again', async ({ url, client, simulator }) => {
  const page = await visit(url, '#/calls')
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((given) => {
      Object.defineProperty(document, 'visibilityState', { value: given, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await client.call('notifications.getShipment', { params: { id: 'seen' } })
  await page.getByText('/future/shipment/seen').waitFor()
  await show('hidden')
  await expect.poll(() => simulator.world.journal.following.size, { timeout: 10_000 }).toBe(0)
  await client.call('notifications.getShipment', { params: { id: 'missed' } })
  expect(await page.getByText('/future/shipment/missed').count()).toBe(0)

  await show('visible')
  await page.getByText('/future/shipment/missed').waitFor()
  expect(await page.getByText('/future/shipment/seen').count()).toBe(1)
})

tester('ten thousand calls that come at once leave the page responsive, and it says how many it lacks', async () => {
  const { url, simulator } = await served({ journal: 1_000 })
  const page = await visit(url, '#/calls')
  await page.getByText('No lines match').waitFor()
  const send = createFetchHandler(simulator.carry)
  async function rush(): Promise<void> {
    for (let at = 0; at < 10_000; at++) {
      await send(new Request(`${url}/future/shipment/n${at}`))
      if (at % 1_000 === 0) await setImmediate()
    }
  }
  const rushing = rush()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await rushing

  await page.getByText('/future/shipment/n9999').waitFor()
  const told = page.locator('.count')
  const sum = async () =>
    (await told.innerText()).match(/[\d,]+(?= lines| missing)/g)?.reduce((all, each) => all + Number(each.replace(',', '')), 0)
  await expect.poll(sum, { timeout: 20_000 }).toBe(10_000)
  expect(await told.innerText()).toContain('missing')
})
