/** Worlds and tokens as a tester uses them. */
import { expect } from 'vitest'
import { tester, visit } from '../../support/dashboard.ts'
import { orderTo, toEmail } from '../../support/orders.ts'

tester('a tester forks a world, resets the first one, and the copy keeps what it had', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', { body: orderTo(toEmail()) })
  const page = await visit(url, '#/worlds')
  await page.getByText('1 order, 1 shipment, 0 file transfers').waitFor()

  await page.getByRole('button', { name: 'Fork …' }).click()
  await page.getByLabel('Name of the copy').fill('anna')
  await page.getByRole('button', { name: 'Copy and open it' }).click()
  await page.waitForURL(`${url}/worlds/anna/_standin/#/worlds`)
  await page.getByText('1 order, 1 shipment, 0 file transfers').waitFor()

  await page.goto(`${url}/_standin/#/worlds`)
  await page.getByRole('button', { name: 'Reset …' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(simulator.state().environments.test.orders.total).toBe(1)
  await page.getByRole('button', { name: 'Reset …' }).click()
  await page.getByRole('button', { name: 'Reset the world' }).click()
  await page.getByText('0 orders, 0 shipments').first().waitFor()
  expect(simulator.knobs('anna').state().environments.test.orders.total).toBe(1)
})

tester('a tester makes a world, and drops it', async ({ url, simulator }) => {
  const page = await visit(url, '#/worlds')
  await page.getByLabel('New world').fill('build-17')
  await page.getByRole('button', { name: 'Create it', exact: true }).click()
  await page.getByText(`${url}/worlds/build-17`).waitFor()
  await page.getByRole('button', { name: 'Remove world build-17' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the world' }).click()
  await page.getByText(`${url}/worlds/build-17`).waitFor({ state: 'detached' })
  expect(simulator.worlds().map(({ name }) => name)).not.toContain('build-17')
})

tester('a tester makes a token with one scope, reads its claims, and the service takes it', async ({ url }) => {
  const page = await visit(url, '#/tokens')
  await page.getByLabel('Organization number').fill('310987654')
  await page.getByLabel('altinn:broker.read', { exact: true }).check()
  await page.getByText("The token's scopes: altinn:broker.read").waitFor()
  await page.getByRole('button', { name: 'Create a token' }).click()
  const made = page.getByRole('region', { name: 'The new token' })
  await made.getByText('0192:310987654').first().waitFor()
  const token = (await made.locator('code').first().textContent()) ?? ''
  const asked = await fetch(`${url}/broker/api/v1/filetransfer?resourceId=standin-plain`, { headers: { authorization: `Bearer ${token}` } })
  const ordered = await fetch(`${url}/future/orders`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })

  expect([asked.status === 401, ordered.status]).toEqual([false, 403])
})
