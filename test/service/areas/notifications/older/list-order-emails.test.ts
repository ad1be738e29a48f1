import { orderedTo, people, read } from '../../../../support/older-orders.ts'
import { expect, rule } from '../../../../support/rule.ts'

rule('notifications §14.6', 'each email has its recipient, its status in a sentence, and an id that stays', async ({ live: here }) => {
  const recipients = [{ emailAddress: 'suppressed-recipient@example.org' }, { nationalIdentityNumber: people.unreachable }]
  const id = await orderedTo(here, 'notifications.createEmailOrder', recipients, { sendersReference: 'case-1' })
  await here.simulator.advance({ until: 'settled' })
  const { body } = await read(here, 'listOrderEmails', id)

  expect(body).toMatchObject({
    orderId: id,
    sendersReference: 'case-1',
    generated: 2,
    succeeded: 0,
    notifications: [
      {
        succeeded: false,
        recipient: { emailAddress: 'suppressed-recipient@example.org' },
        sendStatus: { status: 'Failed_SupressedRecipient' },
      },
      {
        recipient: { emailAddress: '', nationalIdentityNumber: people.unreachable },
        sendStatus: {
          status: 'Failed_RecipientNotIdentified',
          description: "The email was not sent because the recipient's email address was not found.",
        },
      },
    ],
  })
  expect((await read(here, 'listOrderEmails', id)).body).toEqual(body)
})

rule('notifications §14.6', 'before they are made there are none', async ({ live: here }) => {
  const id = await orderedTo(here, 'notifications.createEmailOrder', [{ emailAddress: 'a@example.org' }])

  expect((await read(here, 'listOrderEmails', id)).body).toEqual({ orderId: id, generated: 0, succeeded: 0, notifications: [] })
})

rule('notifications §14.6', 'an order to very many recipients is sent and listed at once', async ({ live: here }) => {
  const recipients = Array.from({ length: 20_000 }, (_, at) => ({ emailAddress: `someone+${at}@example.org` }))
  const id = await orderedTo(here, 'notifications.createEmailOrder', recipients)
  await here.simulator.advance({ by: 10_000 })

  expect((await read(here, 'listOrderEmails', id)).body).toMatchObject({ generated: 20_000, succeeded: 20_000 })
})
