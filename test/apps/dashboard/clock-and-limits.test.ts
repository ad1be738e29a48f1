/** The clock and the limits as a tester uses them. */
import { expect } from 'vitest'
import { served, tester, visit } from '../../support/dashboard.ts'

const email = (subject: string) => ({ recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject, body: subject } } })
const order = {
  idempotencyId: 'with-reminder',
  recipient: email('Your letter'),
  reminders: [{ delayDays: 7, recipient: email('Do not forget') }],
}

tester('a tester advances eight days, and sees the reminder go from booked to happened', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', { body: order })
  const page = await visit(url, '#/clock')
  const booked = page.getByRole('region', { name: 'Upcoming' })
  const happened = page.getByRole('region', { name: 'Past' })
  await booked.getByText('in 7 d').waitFor()
  await happened.getByText('Nothing.').waitFor()

  await page.getByRole('button', { name: '+ 8 days' }).click()
  const account = page.getByRole('region', { name: 'Result of the advance' })
  await account.getByText('8 d passed').waitFor()
  expect(await page.getByLabel('To, in UTC').inputValue()).toBe('2026-06-09T10:00:00')
  await account.getByText('2 × notifications.sendMessage').waitFor()
  await happened.getByRole('link', { name: 'notifications.sendMessage' }).first().waitFor()
  expect(simulator.outbox.list().messages.map(({ at }) => at.slice(0, 10))).toEqual(['2026-06-01', '2026-06-08'])

  await happened.getByRole('link', { name: 'notifications.sendMessage' }).first().click()
  await page.getByRole('article', { name: /^Line / }).waitFor()
})

tester('a tester lets the clock run fast, freezes it, and goes to the next booking by a key', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', { body: order })
  const page = await visit(url, '#/clock')
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByLabel('Speed').selectOption('an hour per second')
  await expect.poll(() => simulator.clock.show().speed, { timeout: 10_000 }).toBe(3600)
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  const { next, now } = simulator.clock.show()
  expect(now < (next ?? '')).toBe(true)

  await page.getByText('in 6 d').first().waitFor()
  await page.getByRole('heading', { name: 'Advance' }).click()
  await page.keyboard.press('n')
  await page.getByRole('region', { name: 'Result of the advance' }).getByText('notifications.takeOrder').first().waitFor()
  expect(simulator.clock.show().now).toBe(next)
})

tester('a speed that a tester chooses before the page has heard that the clock runs is the speed of the clock', async () => {
  const { url, simulator } = await served()
  const page = await visit(url, '#/clock')
  const held = Promise.withResolvers<void>()
  await page.route(/\/clock\/resume/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByLabel('Speed').selectOption('an hour per second')
  held.resolve()
  await expect.poll(() => simulator.clock.show(), { timeout: 10_000 }).toMatchObject({ mode: 'real', speed: 3600 })
})

tester('a tester uses up the limit of a caller, whose next call is refused, and refills it', async () => {
  const { url, client } = await served({ rateLimits: 'current' })
  const search = { query: { resourceId: 'standin-plain' } }
  await client.call('fileTransfer.search', search)
  const page = await visit(url, '#/limits')
  const row = page.getByRole('listitem').filter({ hasText: 'fileTransfer.search' })
  await row.getByText('29 of 30').waitFor()
  await row.getByText('full in 60 s').waitFor()

  await row.getByRole('button', { name: 'Use up' }).click()
  await row.getByText('0 of 30').waitFor()
  expect((await client.call('fileTransfer.search', search)).status).toBe(429)
  await page.getByRole('button', { name: 'Refill all' }).click()
  await row.waitFor({ state: 'detached' })
  expect((await client.call('fileTransfer.search', search)).status).toBe(200)
})
