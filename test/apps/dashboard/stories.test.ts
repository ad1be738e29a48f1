/** Whole stories of testers, from one page to the next, with nothing but the page. */
import { expect } from 'vitest'
import { served, tester, visit } from '../../support/dashboard.ts'

tester('a tester switches on an outage, places an order, and follows it to the reason why it failed', async ({ url, simulator }) => {
  const page = await visit(url, '#/scenarios/outage-database', { expected: /status of 503/ })
  await page.getByRole('switch', { name: 'outage-database' }).last().click()
  await page.getByRole('region', { name: 'Active scenarios' }).getByText('outage-database').waitFor()
  await page.goto(`${url}/_standin/#/operations/notifications.createOrder`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const reply = page.getByRole('region', { name: 'Reply' })
  await reply.getByRole('heading', { name: /^Reply 503/ }).waitFor()

  await reply.getByRole('link', { name: 'See line 1' }).click()
  const call = page.getByRole('article', { name: 'Line 1' })
  await call.getByText('the internal service database cannot be reached').waitFor()
  await call.getByText('nothing committed').waitFor()
  await call.getByRole('link', { name: 'outage-database' }).click()
  await page.getByRole('switch', { name: 'outage-database' }).last().click()
  await page.getByRole('region', { name: 'Active scenarios' }).waitFor({ state: 'detached' })
  expect(simulator.records.orders.findMany()).toEqual([])
})

tester('a tester places an order, lets time pass, reads its email, reports it as bounced, and sees that in the shipment', async () => {
  const { url, simulator } = await served()
  const page = await visit(url, '#/orders')
  await page.getByRole('link', { name: 'Place an order' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page
    .getByRole('region', { name: 'Reply' })
    .getByRole('heading', { name: /^Reply 201/ })
    .waitFor()
  await page.goto(`${url}/_standin/#/clock`)
  await page.getByRole('button', { name: '+ 5 min' }).click()
  await page.getByText('5 min passed').waitFor()

  await page.goto(`${url}/_standin/#/messages`)
  await page
    .getByRole('row', { name: /A new message/ })
    .getByRole('link')
    .click()
  const message = page.getByRole('article', { name: 'Message 1' })
  await message.getByText('You have a new message.').waitFor()
  await message.getByLabel('Delivery report').selectOption('Email_Failed_Bounced')
  await message.getByRole('button', { name: 'Send the report' }).click()
  await message.locator('.history').getByText('Email_Failed_Bounced').waitFor()
  await message.getByRole('link', { name: simulator.records.shipments.findMany()[0]?.id ?? '' }).click()
  const shipment = page.getByRole('region', { name: 'Notification', exact: true })
  await shipment.getByRole('row', { name: /^Email .* Email_Failed_Bounced/ }).waitFor()
})
