import { expectErrors, instant, instantRules, lacks, parameter, required, smsDelivery, unconvertible } from '../../../support/instant.ts'
import { recordOf } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'

const id = 'notifications.createInstantOrder'
instantRules(id)

const message = (more: object = {}, over: object = {}) => ({
  idempotencyId: 'otp-1',
  recipient: { recipientSms: smsDelivery(more) },
  ...over,
})
const within = 'InstantNotificationRecipient.ShortMessageDeliveryDetails'

rule('notifications §4.2, notifications §4.3', 'a value that cannot be read is named by its path, and the parameter too', async () => {
  const life = '$.recipient.recipientSms.timeToLiveInSeconds'
  await expectErrors(id, [
    ['nothing', {}, { $: lacks('Orders.InstantNotificationOrderRequestExt', 'idempotencyId', 'recipient'), ...parameter }],
    [
      'the newer form',
      { idempotencyId: 'a', recipientSms: smsDelivery() },
      { $: lacks('Orders.InstantNotificationOrderRequestExt', 'recipient'), ...parameter },
    ],
    [
      'an empty recipient',
      message({}, { recipient: {} }),
      { '$.recipient': lacks('Recipient.InstantNotificationRecipientExt', 'recipientSms'), ...parameter },
    ],
    [
      'an empty delivery',
      message({}, { recipient: { recipientSms: {} } }),
      {
        '$.recipient.recipientSms': lacks('Sms.ShortMessageDeliveryDetailsExt', 'phoneNumber', 'timeToLiveInSeconds', 'smsSettings'),
        ...parameter,
      },
    ],
    [
      'no text',
      message({ smsSettings: { sender: 'x' } }),
      { '$.recipient.recipientSms.smsSettings': lacks('Sms.ShortMessageContentExt', 'body'), ...parameter },
    ],
    ['no number', message({ timeToLiveInSeconds: 'long' }), { [life]: unconvertible('System.Int32', life), ...parameter }],
    ['null', 'null', { '': ['A non-empty request body is required.'], ...parameter }],
  ])
})

rule('notifications §4.2, notifications §4.4', 'required members that are empty have the names of the server', async () => {
  await expectErrors(id, [
    ['a null recipient', message({}, { recipient: null }), required('InstantNotificationRecipient')],
    ['a null delivery', message({}, { recipient: { recipientSms: null } }), required(within)],
    [
      'the rest',
      message({ phoneNumber: '', smsSettings: { body: '' } }, { idempotencyId: ' ' }),
      { ...required('IdempotencyId'), ...required(`${within}.PhoneNumber`), ...required(`${within}.ShortMessageContent.Body`) },
    ],
    ['null settings', message({ smsSettings: null }), required(`${within}.ShortMessageContent`)],
  ])
})

rule('notifications §4.5', 'the rules are those of the newer form, with the names of this form', async () => {
  await expectErrors(id, [
    [
      'both',
      message({ phoneNumber: '99999999', timeToLiveInSeconds: 59 }),
      {
        [`${within}.PhoneNumber`]: ['Recipient phone number is not a valid mobile number.'],
        [`${within}.TimeToLiveInSeconds`]: ['Time-to-live must be between 60 and 172800 seconds (48 hours).'],
      },
    ],
  ])
})

rule('notifications §3.4', 'it sends the same message as the newer form, without a deprecation header', async ({ here }) => {
  const older = await instant(here, id, { idempotencyId: 'older' })
  const newer = await instant(here, 'notifications.createInstantSms', { idempotencyId: 'newer' })
  const recordWithoutIds = ({ body }: typeof older) => ({ ...recordOf(here, body.notification.shipmentId), id: '', orderId: '' })

  expect(recordWithoutIds(older)).toEqual(recordWithoutIds(newer))
  expect([older.headers.get('deprecation'), older.headers.get('sunset')]).toEqual([null, null])
})
