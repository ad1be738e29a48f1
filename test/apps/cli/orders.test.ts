/** `standin orders`. */
import { expect, test } from 'vitest'
import { serverForFile } from '../../support/command-line.ts'
import { orderedTo, people } from '../../support/older-orders.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'

const { inNewWorld } = await serverForFile()

test('orders of the newer and of the older routes are listed alike', async () => {
  const here = inNewWorld()
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  here.knobs.dialect.use('live')
  const recipients = [{ emailAddress: 'bounced@example.org' }, { nationalIdentityNumber: people.reserved }]
  const older = await orderedTo(here, 'notifications.createEmailOrder', recipients, { sendersReference: 'case-1' })
  await here.knobs.advance({ until: 'settled' })
  const { out } = await here.run('orders', '--senders-reference', 'case-1')

  expect(JSON.parse((await here.run('orders', '--json')).out).total).toBe(2)
  expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['ID', 'ENVIRONMENT', 'TYPE', 'STATUS', 'DUE', 'CREATOR', 'REFERENCE', 'MESSAGES'],
    [
      older,
      'test',
      'Notification',
      'Order_Completed',
      '2026-06-01T10:00:00Z',
      'ttd',
      'case-1',
      'bounced@example.org Email_Failed_Bounced, Email_Failed_RecipientReserved',
    ],
    [''],
  ])
})
