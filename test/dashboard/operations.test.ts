/** Calls that a tester makes from the dashboard, without code. */
import { expect } from 'vitest'
import { served, tester, visit } from '../support/dashboard.ts'

tester('a tester finds an operation, sends its example with a fitting token, and reads the reply and its line', async () => {
  const { url, simulator } = await served()
  const page = await visit(url, '#/operations')
  await page.getByLabel('Find an operation').fill('order a notification')
  await page.getByRole('link', { name: /Order a notification, with reminders/ }).click()
  const operation = page.getByRole('article', { name: 'notifications.createOrder' })
  await operation.getByRole('button', { name: 'Send' }).click()

  const reply = operation.getByRole('region', { name: 'Reply' })
  await reply.getByText('201', { exact: true }).waitFor()
  await reply.getByText('notificationOrderId').first().waitFor()
  expect(await reply.getByText('application/json', { exact: false }).count()).toBe(1)
  await reply.getByRole('link', { name: 'See line 1' }).click()
  await page.getByRole('article', { name: 'Line 1' }).getByText('991825827').first().waitFor()
  expect(simulator.journal.find('1').status).toBe(201)
})

tester('an example that needs a record has it arranged, and a call without a token is refused', async () => {
  const { url } = await served()
  const page = await visit(url, '#/operations/fileTransfer.download', { expected: /status of 40[14]/ })
  const operation = page.getByRole('article', { name: 'fileTransfer.download' })
  const send = operation.getByRole('button', { name: 'Send' })
  await send.click()
  const reply = operation.getByRole('region', { name: 'Reply' })
  await reply.getByRole('heading', { name: /^Reply 404/ }).waitFor()
  await operation.getByRole('button', { name: 'Arrange it' }).click()
  await page.getByText(/^Arranged: /).waitFor()
  await send.click()
  await reply.getByRole('heading', { name: /^Reply 200/ }).waitFor()

  await operation.getByLabel('With a token').uncheck()
  await send.click()
  await reply.getByRole('heading', { name: /^Reply 401/ }).waitFor()
})

tester('a tester uploads a file by a form with parts', async () => {
  const { url } = await served()
  const page = await visit(url, '#/operations/fileTransfer.initializeAndUpload')
  const operation = page.getByRole('article', { name: 'fileTransfer.initializeAndUpload' })
  await operation.getByLabel('Metadata.FileName').fill('other.xml')
  await operation.getByRole('button', { name: 'Send' }).click()

  await operation.getByRole('region', { name: 'Reply' }).getByText('200', { exact: true }).waitFor()
})
