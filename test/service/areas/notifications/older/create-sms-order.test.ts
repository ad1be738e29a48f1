import { live, order, orderedTo, organization, people } from '../../../../support/older-orders.ts'
import { statusOf } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'

const row = 'notifications.createSmsOrder'

rule('notifications §14.2', 'an SMS goes to numbers, people and organizations, from the sender in the order', async ({ live: here }) => {
  const recipients = [{ mobileNumber: '+4799999999' }, { nationalIdentityNumber: people.reachable }, { organizationNumber: organization }]
  const id = await orderedTo(here, row, recipients, { senderNumber: 'Etaten' })
  await here.simulator.advance({ until: 'settled' })

  expect(await statusOf(here, id)).toBe('Order_Completed SMS_Delivered SMS_Delivered SMS_Delivered')
  expect(here.simulator.outbox.list().messages.map(({ channel, from }) => [channel, from])).toEqual(Array(3).fill(['SMS', 'Etaten']))
})

rule('notifications §14.2, notifications §10.1', 'it waits for daytime', async () => {
  const here = live({ now: Date.parse('2026-06-01T01:00:00Z'), sendWindow: 'applies' })
  const id = await orderedTo(here, row, [{ mobileNumber: '+4799999999' }])
  await here.simulator.advance({ by: 3_600_000 })

  expect(await statusOf(here, id)).toBe('Order_Processed SMS_New')
})

rule('notifications §14.4', 'a text that is not a number is refused, and an email address is not a recipient', async () => {
  const { problem } = await order(live(), row, [{ mobileNumber: '99999999' }, { emailAddress: 'a@example.org' }])

  expect(problem.errors).toEqual({
    'Recipients[0].MobileNumber': ["Mobile number can contain only '+' and numeric characters, and it must adhere to the E.164 standard."],
    'Recipients[1]': [
      'Either a valid mobile number starting with country code, organization number, or national identity number must be provided for each recipient.',
    ],
  })
})

rule('notifications §14.5', 'an order whose recipients cannot be reached is taken, and says Failed', async () => {
  const { status, body } = await order(live(), row, [{ nationalIdentityNumber: people.emailOnly }])

  expect(status).toBe(202)
  expect(body).toMatchObject({ recipientLookup: { status: 'Failed', isReserved: [], missingContact: [people.emailOnly] } })
})
