/** The records, as a tester looks them up. */
import { expect } from 'vitest'
import { tester, visit } from '../../support/dashboard.ts'

const order = (idempotencyId: string, emailAddress: string) => ({
  idempotencyId,
  recipient: { recipientEmail: { emailAddress, emailSettings: { subject: 'Hello', body: 'Hello' } } },
})

tester('a tester finds a shipment by its recipient, reads its manifest, and goes on to its message', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', { body: order('one', 'kari@example.org') })
  await client.call('notifications.createOrder', { body: order('two', 'bounced@example.org') })
  await simulator.advance({ by: 'PT10M' })
  const page = await visit(url, '#/records')
  await page.getByRole('link', { name: 'Shipments 2' }).waitFor()
  await page.getByRole('searchbox', { name: 'recipient' }).fill('bounced@example.org')
  const table = page.getByRole('table', { name: 'Shipments' })
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('2')

  await table.getByRole('row').nth(1).getByRole('link').click()
  const record = page.getByRole('article', { name: 'Record' })
  await record.getByRole('row', { name: /Email bounced@example\.org Email_Failed_Bounced/ }).waitFor()
  await record.getByRole('link', { name: 'Its order' }).click()
  await record.getByText('"two"').waitFor()
  await record.getByRole('link', { name: /^Shipment / }).click()
  await record.getByRole('link', { name: 'bounced@example.org' }).click()
  await page.getByRole('table', { name: 'Messages' }).getByText('bounced@example.org').waitFor()
  expect(await page.getByText('kari@example.org').count()).toBe(0)
})

tester('every collection with records is a table, and an unknown one is named', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', { body: order('one', 'kari@example.org') })
  await simulator.advance({ by: 'PT10M' })
  const page = await visit(url, '#/records')
  const links = page.getByRole('navigation', { name: 'Collections' }).getByRole('link')
  await links.first().waitFor()
  expect(await links.count()).toBe(simulator.records.list().total)
  for (const { name, total } of simulator.records.list().collections) {
    await page.goto(`${url}/_standin/#/records/${name}`)
    await (total > 0 ? page.getByRole('table') : page.getByText('No matching records.')).waitFor()
  }
  await page.goto(`${url}/_standin/#/records/nothing`)
  await page.getByText('Collection not found.').waitFor()
})
