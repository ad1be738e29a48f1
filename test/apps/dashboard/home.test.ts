/** The first page, for a tester who is new. */
import { expect } from 'vitest'
import { tester, visit } from '../../support/dashboard.ts'

tester('a new tester makes a token, sends a call that works, and sees what happened', async ({ url, simulator }) => {
  const page = await visit(url)
  await page.getByRole('button', { name: 'Create a token' }).click()
  await page.getByRole('button', { name: 'Copy the token' }).waitFor()
  await page.getByRole('button', { name: 'Send it from here' }).click()

  await page.getByRole('link', { name: 'See what happened' }).click()
  await page.getByRole('article', { name: 'Line 1' }).getByText('committed').waitFor()
  expect(simulator.journal.list().journal).toMatchObject([{ operation: 'notifications.createOrder', status: 201 }])
})

tester('a refused token says why', async ({ url }) => {
  const page = await visit(url, '', { expected: /400/ })
  await page.getByLabel('Organization number').fill('12')
  await page.getByRole('button', { name: 'Create a token' }).click()

  await page.getByRole('status').getByText('nine digits').waitFor()
})

tester('the address of another world names that world', async ({ url }) => {
  const page = await visit(url, '', { prefix: '/worlds/mine/production', expected: /404/ })

  await page.getByRole('region', { name: 'This world' }).getByText(`${url}/worlds/mine/production`, { exact: true }).waitFor()
  expect(await page.getByLabel('Environment').inputValue()).toBe('production')
})

tester('the first page says what went wrong, and leads to the calls', async ({ url, client }) => {
  for (const id of ['one', 'two']) await client.call('notifications.getShipment', { params: { id } })
  const page = await visit(url)
  const problems = page.getByRole('region', { name: 'Latest problems' })
  await problems.getByRole('link', { name: /^404 notifications\.getShipment 2 times NOT-00003: there is no shipment / }).click()

  await page.getByRole('article', { name: 'Line 2' }).waitFor()
})

tester('after the first call the first steps fold away, and the page shows the world at a glance', async ({ url, client, simulator }) => {
  const page = await visit(url)
  await page.getByRole('button', { name: 'Create a token' }).waitFor()
  const body = {
    idempotencyId: 'one',
    recipient: { recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject: 'a', body: 'a' } } },
  }
  await client.call('notifications.createOrder', { body })
  const { token } = await simulator.token({ org: 'ttd', orgNo: '991825827' })
  for (let at = 0; at < 2; at++) await fetch(`${url}/future/shipment/none`, { headers: { authorization: `Bearer ${token}` } })
  await simulator.scenarios.use('outage-database')
  await client.call('notifications.createOrder', { body })
  simulator.gate('notifications.getShipment', { at: 'before-work' })
  const calls = page.getByRole('region', { name: 'Calls per minute' })
  await calls.getByRole('img', { name: '4 calls in the last 30 minutes of world time, 1 failed, 2 refused' }).waitFor()
  expect(await page.getByRole('button', { name: 'Create a token' }).isVisible()).toBe(true)
  await page.reload()
  await calls.waitFor()
  await page.getByRole('button', { name: 'Create a token' }).waitFor({ state: 'hidden' })

  const on = page.getByRole('region', { name: 'This world' })
  await on.getByRole('link', { name: 'outage-database' }).waitFor()
  await on.getByText('before-work, 0 wait').waitFor()
  await on.getByRole('link', { name: 'frozen' }).waitFor()
  const due = page.getByRole('region', { name: 'Due next' })
  await due.getByRole('link', { name: 'notifications.takeOrder' }).waitFor()
  const clients = page.getByRole('region', { name: 'Clients with a bad verdict' })
  await clients.getByText('Testdepartementet · ttd · 991825827').waitFor()
  await clients.getByRole('link', { name: 'refused-unchanged' }).waitFor()
  await calls.getByRole('link', { name: '1 failed' }).click()
  await page.getByRole('button', { name: 'Remove status:5xx' }).waitFor()
  await page.goBack()
  await due.getByRole('link', { name: 'notifications.takeOrder' }).click()
  await page.getByRole('article', { name: 'Order' }).waitFor()
  await page.goBack()
  await page.getByText('First steps').click()
  await page.getByRole('button', { name: 'Create a token' }).waitFor()
})
