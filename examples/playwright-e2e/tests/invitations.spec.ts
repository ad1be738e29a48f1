import { expect, type Page } from '@playwright/test'
import { type HttpWorld, test } from 'standin/playwright'

/** Opens the app with the test's world as its service. */
async function open(page: Page, standin: HttpWorld) {
  const { token } = await standin.token({ org: 'ttd' })
  await page.addInitScript((settings) => Object.assign(window, { settings }), { service: standin.url, token })
  await page.goto('/')
}

async function invite(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Invite' }).click()
}

test('an invitation is sent', async ({ page, standin }) => {
  await open(page, standin)
  await invite(page, 'someone@example.org')

  await expect(page.getByText('Sent.')).toBeVisible()
  await standin.advance({ by: 'PT1M' })
  const { messages } = await standin.outbox.list()
  expect(messages.map(({ to }) => to)).toEqual(['someone@example.org'])
})

test('an outage is shown, and its end', async ({ page, standin }) => {
  await standin.scenarios.use('unavailable')
  await open(page, standin)
  await invite(page, 'someone@example.org')
  await expect(page.getByText('Try again later.')).toBeVisible()

  await standin.scenarios.off()
  await invite(page, 'someone@example.org')
  await expect(page.getByText('Sent.')).toBeVisible()
})

test('while an invitation is on its way, it cannot be sent again', async ({ page, standin }) => {
  const params = { operation: 'notifications.createOrder', at: 'after-work' } as const
  await standin.control.call('control.putGate', { params })
  await open(page, standin)
  await invite(page, 'someone@example.org')
  await standin.control.call('control.showGate', { params, query: { arrived: '1' } })
  await expect(page.getByRole('button', { name: 'Invite' })).toBeDisabled()

  await standin.control.call('control.releaseGate', { params })
  await expect(page.getByText('Sent.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite' })).toBeEnabled()
})
