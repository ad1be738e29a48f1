/** The first page, for a tester who is new. */
import { expect } from 'vitest'
import { served, tester, visit } from '../support/dashboard.ts'

tester('a new tester makes a token, sends a call that works, and sees what happened', async () => {
  const { url, simulator } = await served()
  const page = await visit(url)
  await page.getByRole('button', { name: 'Make a token' }).click()
  await page.getByRole('button', { name: 'Copy the token' }).waitFor()
  await page.getByRole('button', { name: 'Send it from here' }).click()

  await page.getByRole('link', { name: 'See what happened' }).click()
  await page.getByRole('article', { name: 'Line 1' }).getByText('committed').waitFor()
  expect(simulator.journal.list().journal).toMatchObject([{ operation: 'notifications.createOrder', status: 201 }])
})

tester('a refused token says why', async () => {
  const { url } = await served()
  const page = await visit(url, '', { expected: /400/ })
  await page.getByLabel('Organization number').fill('12')
  await page.getByRole('button', { name: 'Make a token' }).click()

  await page.getByRole('status').getByText('nine digits').waitFor()
})

tester('the address of another world names that world', async () => {
  const { url } = await served()
  const page = await visit(url, '', { prefix: '/worlds/mine/production', expected: /404/ })

  await page.getByText(`${url}/worlds/mine/production`, { exact: true }).waitFor()
  expect(await page.getByLabel('Environment').inputValue()).toBe('production')
})

tester('the first page says what went wrong, and leads to the calls', async () => {
  const { url, client } = await served()
  for (const id of ['one', 'two']) await client.call('notifications.getShipment', { params: { id } })
  const page = await visit(url)
  const errors = page.getByRole('region', { name: 'Recent errors', exact: true })
  await errors.getByRole('row', { name: /^2 404 NOT-00003 notifications\.getShipment .* 2 1 / }).waitFor()
  await errors.getByRole('link', { name: '2', exact: true }).click()

  await page.getByRole('article', { name: 'Line 2' }).waitFor()
})
