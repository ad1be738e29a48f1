/** The search, as a tester uses it. */
import { expect } from 'vitest'
import { served, tester, visit } from '../support/dashboard.ts'

tester('a tester types the address of a recipient and reads the whole story, in the order of time', async () => {
  const { url, client, simulator } = await served()
  const to = (address: string) => ({ recipientEmail: { emailAddress: address, emailSettings: { subject: 'Hello', body: 'Hello' } } })
  await client.call('notifications.createOrder', { body: { idempotencyId: 'case-1', recipient: to('kari@example.org') } })
  await client.call('notifications.createOrder', { body: { idempotencyId: 'case-2', recipient: to('ola@example.org') } })
  await simulator.advance({ by: 'PT5M' })
  const page = await visit(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('kari@example.org')
  await page.keyboard.press('Enter')

  const story = page.getByRole('list', { name: 'The story of kari@example.org' })
  await story.getByRole('link', { name: 'notifications.createOrder' }).waitFor()
  const kinds = await story.locator('.story-kind').allInnerTexts()
  expect(kinds[0]).toBe('call')
  expect(kinds).toContain('job')
  expect(kinds).toContain('message')
  expect(await story.getByText('line 2', { exact: true }).count()).toBe(0)

  await page
    .getByRole('navigation', { name: 'Kinds' })
    .getByRole('link', { name: /message/ })
    .click()
  await expect.poll(() => story.locator('.story-kind').allInnerTexts(), { timeout: 10_000 }).toEqual(['message'])
  await page.getByRole('link', { name: /^All/ }).click()
  await story.getByRole('link', { name: 'notifications.createOrder' }).click()
  await page.getByRole('article', { name: 'Line 1' }).waitFor()
})

tester('a search that finds nothing says what it takes, and the same search works by an idempotencyId', async () => {
  const { url, client } = await served()
  const page = await visit(url, '#/search?text=case-9')
  await page.getByText('Nothing has this id or name.').waitFor()
  const recipient = { recipientEmail: { emailAddress: 'kari@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } }
  await client.call('notifications.createOrder', { body: { idempotencyId: 'case-9', recipient } })

  await page.getByRole('list', { name: 'The story of case-9' }).getByText('to come').first().waitFor()
})
