/** The orders and their shipments, as a tester follows them. */
import { expect } from 'vitest'
import { harmed, overflows, served, storableHostile, tester, violations, visit } from '../../support/dashboard.ts'

const email = (subject: string) => ({ recipientEmail: { emailAddress: 'kari@example.org', emailSettings: { subject, body: subject } } })
const withReminder = {
  idempotencyId: 'case-1',
  sendersReference: 'Case 1',
  recipient: email('Your letter'),
  reminders: [{ delayDays: 7, recipient: email('Do not forget') }],
}

tester('a tester finds an order, reads its manifest as it is replied, and advances the clock past its reminder', async () => {
  const { url, client, simulator } = await served()
  await client.call('notifications.createOrder', { body: withReminder })
  await client.call('notifications.createOrder', { body: { idempotencyId: 'case-2', recipient: email('Other') } })
  await simulator.advance({ by: 'PT10M' })
  const page = await visit(url, '#/orders')
  await page.getByText('2 orders').waitFor()
  await page.getByLabel('Text').fill('case 1')
  await page.getByText('1 order', { exact: false }).waitFor()
  await page
    .getByRole('row', { name: /Case 1/ })
    .getByRole('link')
    .click()

  const notification = page.getByRole('region', { name: 'Notification', exact: true })
  await notification.getByRole('row', { name: /Email kari@example\.org Email_Delivered/ }).waitFor()
  await notification.getByRole('button', { name: 'Read the manifest as its creator' }).click()
  const reply = notification.getByRole('region', { name: 'Reply' })
  await reply.getByRole('heading', { name: /^Reply 200/ }).waitFor()
  await reply.getByText('"kari@example.org"').waitFor()
  const reminder = page.getByRole('region', { name: 'Reminder' })
  await reminder.getByText('Order_Registered').waitFor()
  const line = await page.locator('.order-line > li').allInnerTexts()
  expect(line.map((each) => /^\w+/.exec(each)?.[0])).toEqual(['Notification', 'Now', 'Reminder'])
  await reminder.getByRole('button', { name: 'Advance the clock past it' }).click()
  await reminder.getByRole('row', { name: /Email kari@example\.org Email_Delivered/ }).waitFor()
  expect(simulator.clock.show().now.slice(0, 10)).toBe('2026-06-08')
})

tester('a tester cancels a reminder, and sees why the service does not cancel what is too late', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', { body: withReminder })
  await simulator.advance({ by: 'PT10M' })
  const { orders, shipments } = simulator.records
  const page = await visit(url, `#/orders/${orders.findMany()[0]?.shipmentIds[1]}`, { expected: /status of 409/ })
  const cancel = async (name: string) => {
    const shipment = page.getByRole('region', { name, exact: true })
    await shipment.getByRole('button', { name: 'Cancel it' }).click()
    await page.getByRole('button', { name: 'Cancel the shipment' }).click()
    return shipment
  }
  const reminder = await cancel('Reminder')
  await reminder.getByRole('heading', { name: /^Reply 200/ }).waitFor()
  await reminder.getByText('Order_Cancelled').first().waitFor()
  expect(shipments.findMany().map(({ status }) => status)).toEqual(['Order_Completed', 'Order_Cancelled'])

  const notification = await cancel('Notification')
  await notification.getByRole('heading', { name: /^Reply 409/ }).waitFor()
  await notification.getByRole('link', { name: /^See line/ }).click()
  await page
    .getByRole('article', { name: /^Line / })
    .getByText("the shipment's status is Order_Completed")
    .first()
    .waitFor()
})

tester('the list says what became of the messages, the worst first, and when the next reminder comes', async () => {
  const { url, client, simulator } = await served()
  await client.call('notifications.createOrder', { body: withReminder })
  const bounced = { recipientEmail: { ...email('Other').recipientEmail, emailAddress: 'bounced@example.org' } }
  const reminder = { delayDays: 1, recipient: email('Again') }
  await client.call('notifications.createOrder', { body: { idempotencyId: 'case-2', recipient: bounced } })
  await client.call('notifications.createOrder', { body: { idempotencyId: 'case-3', recipient: bounced, reminders: [reminder] } })
  await simulator.advance({ by: 'P1DT10M' })
  const page = await visit(url, '#/orders')

  await page.getByRole('row', { name: /^Case 1 Completed Email_Delivered kari@example\.org reminder in 5 d / }).waitFor()
  const failed = page.getByRole('row', { name: /^case-2 Completed Email_Failed_Bounced bounced@example\.org – / })
  expect(await failed.locator('.badge.good').count()).toBe(0)
  expect(await failed.locator('.badge.bad').innerText()).toBe('Email_Failed_Bounced')
  await page.getByRole('row', { name: /^case-3 Completed 1 Email_Failed_Bounced 1 Email_Delivered .* 1 reminder / }).waitFor()
})

for (const colorScheme of ['light', 'dark'] as const) {
  tester(`an open order has nothing wrong, and shows hostile text as text (${colorScheme})`, async ({ url, client, simulator }) => {
    const text = storableHostile
    await client.call('notifications.createOrder', { body: { ...withReminder, idempotencyId: text, sendersReference: text } })
    const page = await visit(url, `#/orders/${simulator.records.orders.findMany()[0]?.id}`, { colorScheme })
    const order = page.getByRole('article', { name: 'Order' })
    await order.getByRole('heading', { level: 2 }).getByText('U+202E').waitFor()

    expect(await harmed(page)).toBe(false)
    expect(await page.locator('img[src=x]').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflows(page)).toBe(false)
  })
}
