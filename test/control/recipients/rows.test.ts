/** Magic recipients: every final status of a message has one. */
import { expect, test } from 'vitest'
import { recipesOf } from '../../../src/service/areas/notifications/magic-recipients.ts'
import { recipientName } from '../../../src/service/areas/notifications/messages/texts.ts'
import { emailStatuses, entryLifecycle, smsStatuses } from '../../../src/service/areas/notifications/wire.ts'
import { manifestOf, placed } from '../../support/orders.ts'
import { rule } from '../../support/rule.ts'
import { fixtures } from '../../support/standin.ts'

const recipes = recipesOf(fixtures)
const unreachable = ['Email_Failed_TransientError']
const passing = ['SMS_New', 'SMS_Sending', 'SMS_Accepted', 'Email_New', 'Email_Sending', 'Email_Succeeded']

rule('decisions §7', 'there is a recipe for each of 11 final SMS and 12 reachable final email statuses', () => {
  const finals = [...smsStatuses, ...emailStatuses].filter((status) => !passing.includes(status) && !unreachable.includes(status))

  expect([...new Set(recipes.map(({ status }) => status))].sort()).toEqual([...finals].sort())
  expect(finals.filter((status) => status.startsWith('SMS'))).toHaveLength(11)
  expect(finals).toHaveLength(23)
  for (const status of finals) expect(entryLifecycle.moves[status]).toEqual([])
})

for (const { status, recipient, how } of recipes) {
  rule('decisions §7, notifications §11.2, notifications §11.3', `${status}: ${recipientName(recipient)}. ${how}`, async ({ here }) => {
    const [id] = await placed(here, recipient)
    await here.simulator.advance({ by: 3 * 86_400_000 })
    const { recipients, ...shipment } = await manifestOf(here, id)

    expect(shipment.status).toBe('Order_Completed')
    expect(recipients.map((each) => each.status)).toContain(status)
  })
}

rule('decisions §7, decisions §12', 'recipients and file names are listed', async ({ ask }) => {
  const { recipients, files, total } = (await ask('control.listRecipients')).body

  expect(total).toBe(recipes.length)
  expect(recipients).toEqual(recipes)
  expect(recipients).toContainEqual({
    status: 'Email_Failed_Bounced',
    recipient: { recipientEmail: { emailAddress: 'bounced@any.example', emailSettings: { subject: 'Subject', body: 'Body' } } },
    how: 'The delivery report contains this status.',
  })
  expect(files).toEqual([
    { word: 'infected', result: 'infected', after: null },
    { word: 'unscannable', result: 'error', after: null },
    { word: 'slowscan', result: 'clean', after: 300_000 },
    { word: 'stuckscan', result: 'clean', after: 'never' },
  ])
})

test('a world with other fixtures still has the magic addresses', () => {
  expect(recipesOf({ people: [], organizations: [] })).toHaveLength(20)
})
