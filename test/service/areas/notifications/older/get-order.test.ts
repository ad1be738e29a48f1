import { live, orderedTo, organization, people, read } from '../../../../support/older-orders.ts'
import { brg, placed, toPerson } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'

rule('notifications §14.6', 'an order shows what was asked, with its links', async ({ live: here }) => {
  const recipients = [{ emailAddress: 'a@example.org' }, { organizationNumber: organization }]
  const id = await orderedTo(here, 'notifications.createEmailOrder', recipients, { resourceId: 'any', ignoreReservation: true })
  const { status, body } = await read(here, 'getOrder', id)

  expect(status).toBe(200)
  expect(body).toEqual({
    id,
    requestedSendTime: '2026-06-01T10:00:00Z',
    creator: 'ttd',
    created: '2026-06-01T10:00:00Z',
    notificationChannel: 'Email',
    ignoreReservation: true,
    resourceId: 'any',
    recipients,
    emailTemplate: { fromAddress: 'noreply@altinn.cloud', subject: 'Subject', body: 'Body', contentType: 'Plain' },
    links: { self: expect.stringMatching(`/orders/${id}$`), status: expect.stringMatching(`/orders/${id}/status$`) },
  })
})

rule('notifications §14.1', 'a shipment of a newer order is an order here', async ({ live: here }) => {
  const [id] = await placed(here, toPerson(people.reachable))
  const { body } = await read(here, 'getOrder', id)

  expect(body).toMatchObject({ id, notificationChannel: 'EmailPreferred', recipients: [{ nationalIdentityNumber: people.reachable }] })
})

rule('notifications §14.6', 'an order of another organization is not found, and an id that is not a GUID is refused', async () => {
  const here = live()
  const id = await orderedTo(here, 'notifications.createEmailOrder', [{ emailAddress: 'a@example.org' }])
  const other = await read(here, 'getOrder', id, brg)
  const wrong = await read(here, 'getOrder', 'x')

  expect([other.status, other.text]).toEqual([404, ''])
  expect([wrong.status, wrong.problem.errors]).toEqual([400, { id: ["The value 'x' is not valid."] }])
})
