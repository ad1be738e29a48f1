/** The names of callers, which the page reads of those that it shows. */
import { expect } from 'vitest'
import { harmed, hostile, tester, visit } from '../../support/dashboard.ts'
import { orderTo, toEmail } from '../../support/orders.ts'

tester('of thousands of organizations, the page reads the names of those that it shows', async ({ url, client, simulator }) => {
  for (let at = 0; at < 3_000; at++)
    simulator.contacts.put({ number: String(100_000_000 + at), name: `Organization ${at}`, emails: [], mobiles: [] })
  await client.call('notifications.getShipment', { params: { id: 'none' } })
  const page = await visit(url, '#/calls')
  const name = page.getByRole('row').getByText('Testdepartementet')
  await name.waitFor()
  const replies: Promise<{ readonly contacts: readonly unknown[] }>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/_standin/contacts')) replies.push(response.json())
  })
  await page.reload()
  await name.waitFor()

  const read = (await Promise.all(replies)).map(({ contacts }) => contacts.length)
  expect(read.length).toBeGreaterThan(0)
  expect(Math.max(...read)).toBeLessThan(10)
})

tester('a link to the calls of a caller by its name shows them', async ({ url, client }) => {
  await client.call('notifications.getShipment', { params: { id: 'none' } })
  const page = await visit(url, '#/calls?query=caller%3Atestdepartementet')

  await page.getByRole('row').getByText('/future/shipment/none').waitFor()
})

tester('when the user gives an organization another name, the page shows it', async ({ url, client }) => {
  await client.call('notifications.getShipment', { params: { id: 'none' } })
  const page = await visit(url, '#/contacts/991825827')
  await page.getByLabel('Name', { exact: true }).fill('<b>Department</b>')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('main').getByText('<b>Department</b>').first().waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Traffic' }).click()

  await page.getByRole('row').getByText('<b>Department</b>').waitFor()
})

tester('a message, an order and a resource name the organization that they are of', async ({ url, client, simulator }) => {
  simulator.contacts.put({ number: '991825827', name: hostile, serviceOwner: 'ttd', emails: [], mobiles: [] })
  await client.call('notifications.createOrder', { body: orderTo(toEmail()) })
  await simulator.advance({ by: 'PT5M' })
  const page = await visit(url, '#/messages/1')
  await page.getByRole('article', { name: 'Message 1' }).getByText('<img src=x').waitFor()
  await page.goto(`${url}/_standin/#/orders?text=onerror`)
  await page.getByRole('row').getByText('Completed').waitFor()
  await page.goto(`${url}/_standin/#/resources?text=onerror`)
  await page.getByRole('link', { name: 'standin-plain' }).getByText('<img src=x').waitFor()

  expect(await harmed(page)).toBe(false)
})

tester('a list that is scrolled stands still while the page reads names, and when it has read them', async ({ url, client }) => {
  const call = (id: string) => client.call('notifications.getShipment', { params: { id } })
  for (let at = 0; at < 100; at++) await call(`n${at}`)
  const page = await visit(url)
  const asked = Promise.withResolvers<void>()
  const known = Promise.withResolvers<void>()
  await page.route(/_standin\/contacts\?.*numbers=/, async (route) => {
    asked.resolve()
    await known.promise
    await route.continue()
  })
  await page.goto(`${url}/_standin/#/calls/2`)
  await page.reload()
  await page.locator('.selected').getByText('/future/shipment/n1').waitFor()
  await asked.promise
  await call('late')
  const newer = page.getByRole('button', { name: '1 new line' })
  await newer.waitFor()
  known.resolve()
  await page.getByRole('article').getByText('Testdepartementet').first().waitFor()

  await newer.waitFor()
  expect(await page.locator('.count').innerText()).toMatch(/^100 /)
})
