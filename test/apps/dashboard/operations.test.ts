/** Calls that a tester makes from the dashboard, without code. */
import { expect } from 'vitest'
import { overflows, served, tester, violations, visit } from '../../support/dashboard.ts'

tester('a tester finds an operation, sends its example with a fitting token, and reads the reply and its line', async () => {
  const { url, simulator } = await served()
  const page = await visit(url, '#/operations')
  await page.getByLabel('Find an operation').fill('order a notification')
  await page.getByRole('link', { name: /Order a notification and its reminders/ }).click()
  const operation = page.getByRole('article', { name: 'notifications.createOrder' })
  await operation.getByRole('button', { name: 'Send', exact: true }).click()

  const reply = operation.getByRole('region', { name: 'Reply' })
  await reply.getByText('201', { exact: true }).waitFor()
  await reply.getByText('notificationOrderId').first().waitFor()
  expect(await reply.getByText('application/json', { exact: false }).count()).toBe(1)
  await reply.getByRole('link', { name: 'See line 1' }).click()
  await page.getByRole('article', { name: 'Line 1' }).getByText('991825827').first().waitFor()
  expect(simulator.journal.find('1').status).toBe(201)
})

tester('an example that needs a record has it arranged, and a call without a token is refused', async ({ url }) => {
  const page = await visit(url, '#/operations/fileTransfer.download', { expected: /status of 40[14]/ })
  const operation = page.getByRole('article', { name: 'fileTransfer.download' })
  const send = operation.getByRole('button', { name: 'Send', exact: true })
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

tester('the examples of a resumable upload and of a token request are accepted as they are, the second also twice', async () => {
  const { url, simulator } = await served()
  await simulator.advance({ by: 'P3D' })
  const page = await visit(url, '#/operations/resumableUpload.createUpload')
  const reply = page.getByRole('region', { name: 'Reply' })
  await page.getByRole('button', { name: 'Arrange it' }).click()
  await page.getByText(/^Arranged: /).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await reply.getByRole('heading', { name: /^Reply 201/ }).waitFor()

  await page.goto(`${url}/_standin/#/operations/authentication.requestToken`)
  for (const _ of ['once', 'twice']) {
    await page.getByRole('article', { name: 'authentication.requestToken' }).getByRole('button', { name: 'Send', exact: true }).click()
    await reply.getByRole('heading', { name: /^Reply 200/ }).waitFor()
  }
  const statuses = () => simulator.journal.list({ operation: 'authentication.requestToken' }).journal.map(({ status }) => status)
  await expect.poll(statuses).toEqual([200, 200])
})

tester('a tester uploads a file by a form with parts', async ({ url }) => {
  const page = await visit(url, '#/operations/fileTransfer.initializeAndUpload')
  const operation = page.getByRole('article', { name: 'fileTransfer.initializeAndUpload' })
  await operation.getByLabel('Metadata.FileName').fill('other.xml')
  await operation.getByRole('button', { name: 'Send', exact: true }).click()

  await operation.getByRole('region', { name: 'Reply' }).getByText('200', { exact: true }).waitFor()
})

tester('a tester fills in the body as a form by its schema, and sees it as the JSON that is sent', async ({ url, simulator }) => {
  const page = await visit(url, '#/operations/notifications.createOrder')
  const operation = page.getByRole('article', { name: 'notifications.createOrder' })
  await operation.getByLabel('subject *').fill('Changed')
  await operation.getByLabel('channelSchema *').selectOption('EmailAndSms')
  await operation.getByRole('button', { name: 'Remove sendersReference' }).click()
  await operation.getByLabel('Add a member').last().selectOption('reminders')
  const entry = operation.getByRole('group', { name: 'reminders' }).getByRole('group', { name: '1' }).first()
  await entry.getByLabel('Kind of recipient').selectOption('recipientEmail')
  await entry.getByLabel('emailAddress *').fill('b@example.org')
  expect(await violations(page)).toEqual([])
  await operation.getByRole('button', { name: 'Send', exact: true }).click()

  await operation.getByRole('region', { name: 'Reply' }).getByText('201', { exact: true }).waitFor()
  const sent = JSON.parse(simulator.journal.find('1').request.body ?? '')
  expect(Object.keys(sent)).toEqual(['idempotencyId', 'recipient', 'reminders'])
  expect(sent.recipient.recipientPerson).toMatchObject({ channelSchema: 'EmailAndSms', emailSettings: { subject: 'Changed' } })
  expect(sent.reminders).toMatchObject([{ delayDays: 7, recipient: { recipientEmail: { emailAddress: 'b@example.org' } } }])
  await operation.getByRole('tab', { name: 'JSON' }).click()
  const next = JSON.parse(await operation.getByLabel('Body, application/json').inputValue())
  expect(next).toEqual({ ...sent, idempotencyId: next.idempotencyId })
  await operation.getByLabel('Body, application/json').fill('{')
  await operation.getByRole('tab', { name: 'Form' }).click()
  await operation.getByText('The body is not a JSON object.').waitFor()
})

tester('each order has an idempotencyId of its own; one that the user wrote stays, and the reply says why nothing was done', async () => {
  const { url, simulator } = await served()
  const page = await visit(url, '#/operations/notifications.createOrder')
  const operation = page.getByRole('article', { name: 'notifications.createOrder' })
  const send = operation.getByRole('button', { name: 'Send', exact: true })
  const reply = operation.getByRole('region', { name: 'Reply' })
  for (const orders of [1, 2]) {
    await send.click()
    await expect.poll(() => simulator.records.orders.findMany().length).toBe(orders)
    await reply.getByRole('heading', { name: /^Reply 201/ }).waitFor()
  }

  await operation.getByLabel('idempotencyId *').fill('mine')
  await send.click()
  await expect.poll(() => simulator.records.orders.findMany().length).toBe(3)
  await send.click()
  await reply.getByRole('heading', { name: /^Reply 200/ }).waitFor()
  await operation.getByText(/^Why a retry: order .* already has this idempotencyId, so nothing was done$/).waitFor()
})

tester('another recipient, also one whose message ends as the tester chooses, keeps the subject and the body', async () => {
  const { url, simulator } = await served()
  simulator.contacts.put({ number: 'urn:altinn:party:username:oda', email: 'oda@example.org' })
  const page = await visit(url, '#/operations/notifications.createOrder')
  const operation = page.getByRole('article', { name: 'notifications.createOrder' })
  await operation.getByLabel('subject *').fill('Kept')
  await operation.getByLabel('body *').first().fill('Kept, too')
  const kinds = ['recipientSms', 'recipientOrganization', 'recipientExternalIdentity', 'recipientPerson', 'recipientEmail']
  for (const [nth, kind] of kinds.entries()) {
    await operation.getByLabel('Kind of recipient').selectOption(kind)
    await operation.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => simulator.records.orders.findMany().length).toBe(nth + 1)
    const { recipient } = JSON.parse(simulator.journal.find(String(nth + 1)).request.body ?? '')
    const texts = kind === 'recipientSms' ? {} : { emailSettings: { subject: 'Kept', body: 'Kept, too' } }

    expect([nth, recipient]).toMatchObject([nth, { [kind]: texts }])
    expect(Object.keys(recipient)).toEqual([kind])
  }

  const bounced = operation.getByLabel('Ends as …').locator('option', { hasText: 'Email_Failed_Bounced' })
  await operation.getByLabel('Ends as …').selectOption((await bounced.getAttribute('value')) ?? '')
  expect(await operation.getByLabel('subject *').inputValue()).toBe('Kept')
  await operation.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => simulator.records.orders.findMany().length).toBe(kinds.length + 1)
  await simulator.advance({ until: 'settled' })
  expect(
    simulator.records.shipments
      .findMany()
      .at(-1)
      ?.recipients.map(({ status }) => status),
  ).toEqual(['Email_Failed_Bounced'])
  expect([await violations(page), await overflows(page)]).toEqual([[], false])
})

tester('a reminder begins with an entry that works', async ({ url, simulator }) => {
  const page = await visit(url, '#/operations/notifications.createOrder')
  const operation = page.getByRole('article', { name: 'notifications.createOrder' })
  await operation.getByLabel('Add a member').last().selectOption('reminders')
  await operation.getByRole('button', { name: 'Add an entry' }).click()
  await operation.getByRole('button', { name: 'Send', exact: true }).click()
  await operation
    .getByRole('region', { name: 'Reply' })
    .getByRole('heading', { name: /^Reply 201/ })
    .waitFor()
  expect(simulator.records.shipments.findMany().map(({ type }) => type)).toEqual(['Notification', 'Reminder', 'Reminder'])
})

tester('a field that is needed and empty stops the call, and is marked', async ({ url, simulator }) => {
  const page = await visit(url, '#/operations/notifications.createOrder')
  const operation = page.getByRole('article', { name: 'notifications.createOrder' })
  await operation.getByLabel('subject *').fill('')
  await operation.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => page.evaluate(() => [...document.querySelectorAll('input:user-invalid')].map(({ id }) => id).length)).toBe(1)
  expect(simulator.journal.list().total).toBe(0)
  await operation.getByLabel('subject *').fill('There')
  await operation.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => simulator.journal.list().total).toBe(1)
})

for (const colorScheme of ['light', 'dark'] as const) {
  tester(
    `beside the form stands what the OpenAPI document says: members, limits, replies and their examples (${colorScheme})`,
    async ({ url }) => {
      const page = await visit(url, '#/operations/fileTransfer.initialize', { colorScheme, viewport: { width: 1_680, height: 900 } })
      const document = page.getByRole('region', { name: 'OpenAPI document' })
      await document.getByText('with altinn:broker.write').waitFor()
      await document.getByText('120 calls in 60 s').waitFor()
      await document
        .getByRole('listitem')
        .filter({ hasText: /^fileName string.* required/ })
        .waitFor()
      await document.getByText('400 Bad Request').click()
      await document.getByText('Example: BRO-00002').click()
      await document.getByText('"BRO-00002"').waitFor()

      expect(await violations(page)).toEqual([])
      const form = await page.getByRole('button', { name: 'Send', exact: true }).boundingBox()
      const place = await document.boundingBox()
      expect((place?.x ?? 0) > (form?.x ?? 0)).toBe(true)
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await overflows(page)).toBe(false)
    },
  )
}
