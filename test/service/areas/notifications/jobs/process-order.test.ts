import type { ChannelSchema } from '../../../../../src/service/areas/notifications/constraints/order.ts'
import type { Contact } from '../../../../../src/service/world/contact.ts'
import {
  doAgain,
  happenings,
  manifestOf,
  orderTo,
  placed,
  recordOf,
  statusOf,
  takeDown,
  toEmail,
  toIdentity,
  toOrganization,
  toPerson,
  toPhone,
  ttd,
} from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { standin } from '../../../../support/standin.ts'

/** From the fixtures: a person with both channels, and an organization with two addresses in each. */
const oda = '12838590150'
const wold = '375464780'
const kari = 'urn:altinn:party:username:kari'

rule('notifications §8.2, notifications §6.2', 'notifications.processOrder: processing makes an entry for every address', async () => {
  const here = standin()
  const [id] = await placed(here, toOrganization(wold, 'EmailAndSms'))
  const { happened } = await here.simulator.advance({ by: 2_000 })

  expect(happened.at(-1)).toEqual({
    at: '2026-06-01T10:00:02Z',
    what: 'notifications.processOrder',
    id,
    status: 'Order_Processed',
    entries: 4,
  })
  expect(await manifestOf(here, id)).toMatchObject({ status: 'Order_Processed', lastUpdate: '2026-06-01T10:00:02Z' })
})

rule('notifications §6.1', 'the addresses are looked up at the send time', async ({ here }) => {
  const [id] = await placed(here, toPerson(oda, 'Email'), { requestedSendTime: '2026-06-10T10:00:00Z' })
  here.simulator.contacts.put({ number: oda, email: 'moved@example.org' })
  await here.simulator.advance({ until: 'settled' })

  expect((await manifestOf(here, id)).recipients).toMatchObject([{ destination: 'moved@example.org', status: 'Email_Delivered' }])
})

const lost: readonly [ChannelSchema, string][] = [
  ['Email', 'Email_Failed_RecipientNotIdentified'],
  ['Sms', 'SMS_Failed_RecipientNotIdentified'],
  ['EmailPreferred', 'Email_Failed_RecipientNotIdentified'],
  ['SmsPreferred', 'SMS_Failed_RecipientNotIdentified'],
  ['EmailAndSms', 'Email_Failed_RecipientNotIdentified SMS_Failed_RecipientNotIdentified'],
]

rule('notifications §6.3, notifications §8.2', 'details that disappeared since the order complete it without identification', async () => {
  const here = standin()
  const identity = 'urn:altinn:party:username:kari'
  const numbers = [oda, wold, identity]
  here.simulator.contacts.put({ number: identity, email: 'kari@example.org', mobile: '99991001' })
  const ids = new Map<string, string>()
  for (const [schema, status] of lost) {
    for (const recipient of [toPerson(oda, schema), toOrganization(wold, schema), toIdentity(identity, schema)]) {
      const [id] = await placed(here, recipient, { idempotencyId: `${ids.size}` })
      ids.set(id, status)
    }
  }
  for (const number of numbers) here.simulator.contacts.remove(number)
  await here.simulator.advance({ by: 2_000 })

  for (const [id, status] of ids) expect(await statusOf(here, id)).toBe(`Order_Completed ${status}`)
  expect(here.simulator.world.clock.agenda.size).toBe(0)
})

rule('notifications §3.2, notifications §6.3', 'contact details can become stale between an order and its send time', async ({ here }) => {
  here.simulator.contacts.put({ number: oda, email: 'oda@example.org', updated: '2024-12-02' })
  const reminders = [
    { delayDays: 2, recipient: toPerson(oda, 'Email') },
    { delayDays: 2, recipient: toPerson(oda, 'Email', { useStaleContactInformation: true }) },
  ]
  const ids = await placed(here, toPerson(oda, 'Email'), { reminders })
  await here.simulator.advance({ until: 'settled' })

  expect(await Promise.all(ids.map((id) => statusOf(here, id)))).toEqual([
    'Order_Completed Email_Delivered',
    'Order_Completed Email_Failed_RecipientNotIdentified',
    'Order_Completed Email_Delivered',
  ])
})

rule('notifications §6.3', 'a person who was reserved after the order gets no message', async ({ here }) => {
  const [id] = await placed(here, toPerson(oda, 'SmsPreferred'))
  here.simulator.contacts.put({ number: oda, email: 'oda@example.org', reserved: true })
  await here.simulator.advance({ by: 2_000 })

  expect((await manifestOf(here, id)).recipients).toMatchObject([
    { type: 'Email', destination: '', status: 'Email_Failed_RecipientReserved' },
  ])
})

rule('notifications §6.4, decisions §8', 'fast: while the register is down an order is tried twice, and then taken again', async () => {
  const here = standin()
  const [id] = await placed(here, toPerson(oda, 'Email'))
  const [direct] = await placed(here, toPhone(), { idempotencyId: 'direct' })
  const letUp = await takeDown(here, 'register')
  const first = await happenings(here, 2, 'putOff')
  const { status } = recordOf(here, id)

  expect(first.at(-2)).toBe('2 processOrder register cannot be reached')
  expect(status).toBe('Order_Processing')
  await here.simulator.advance({ by: 1_000 })
  expect(await manifestOf(here, id)).toMatchObject({ status: 'Order_Registered', lastUpdate: '2026-06-01T10:00:03Z' })
  await here.simulator.advance({ by: 3_000 })
  expect(await statusOf(here, direct)).toBe('Order_Completed SMS_Delivered')
  await letUp()
  expect(await happenings(here, 10, 'status')).toEqual([
    '7 takeOrder Order_Processing',
    '8 processOrder Order_Processed',
    '9 sendMessage Email_Sending',
    '10 acceptMessage Email_Succeeded',
    '11 reportMessage Email_Delivered',
  ])
})

rule('notifications §6.4, decisions §8', 'real: it is tried again after a minute, and taken with the next run after that', async () => {
  const here = standin({ pace: 'real' })
  await placed(here, toPerson(oda, 'Email'))
  await takeDown(here, 'register')

  expect(await happenings(here, 300, 'status')).toEqual([
    '60 takeOrder Order_Processing',
    '61 processOrder Order_Processing',
    '121 processOrder Order_Registered',
    '180 takeOrder Order_Processing',
    '181 processOrder Order_Processing',
    '241 processOrder Order_Registered',
    '300 takeOrder Order_Processing',
  ])
})

rule('decisions §8', 'instant: a next try comes after a second at the earliest', async () => {
  const here = standin({ pace: 'instant' })
  const [id] = await placed(here, toPerson(oda, 'Email'), { requestedSendTime: '2026-06-01T10:00:10Z' })
  const letUp = await takeDown(here, 'register')

  expect(await happenings(here, 13, 'status')).toEqual([
    '10 takeOrder Order_Processing',
    '10 processOrder Order_Processing',
    '11 processOrder Order_Registered',
    '12 takeOrder Order_Processing',
    '12 processOrder Order_Processing',
    '13 processOrder Order_Registered',
  ])
  await letUp()
  await here.simulator.advance({ until: 'settled' })
  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered')
})

rule('decisions §13', 'no order is processed while the database is down', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  await here.simulator.advance({ by: 1_000 })
  const letUp = await takeDown(here, 'database')
  await here.simulator.advance({ by: 60_000 })
  const { status } = recordOf(here, id)
  await letUp()
  await here.simulator.advance({ by: 1_000 })

  expect(status).toBe('Order_Processing')
  expect(await statusOf(here, id)).toBe('Order_Processed Email_New')
})

rule('decisions §16', 'processing an order twice, or one that does not exist, does nothing', async ({ here }) => {
  const [id] = await placed(here, toOrganization(wold, 'EmailAndSms'))
  await here.simulator.advance({ by: 2_000 })
  const before = await statusOf(here, id)

  expect(await doAgain(here, 'processOrder', { shipmentId: id })).toMatchObject({
    id,
    nothing: 'the shipment is no longer being processed',
  })
  expect(await doAgain(here, 'processOrder', { shipmentId: '5a0f6f0e-64a5-4a4e-9d3b-0c8c6e1d7b52' })).toMatchObject({
    nothing: expect.anything(),
  })
  expect(await statusOf(here, id)).toBe(before)
  expect(here.simulator.world.clock.agenda.size).toBe(4)
})

const settings = {
  emailSettings: { subject: 'To $recipientName$\n($recipientNumber$)', body: '$recipientName$ $recipientName$ $recipientname$' },
  smsSettings: { body: 'SMS to $recipientName$/$recipientNumber$' },
}
const keyworded = (recipient: object) =>
  Object.fromEntries(Object.entries(recipient).map(([kind, fields]) => [kind, { ...(fields as object), ...settings }]))

async function said(here: ReturnType<typeof standin>, recipient: object): Promise<string[]> {
  await placed(here, keyworded(recipient))
  await here.simulator.advance({ until: 'settled' })
  return here.simulator.outbox.list().messages.map(({ subject, body }) => (subject === null ? body : `${subject}: ${body}`))
}

rule('notifications §10.5', 'keywords of a person: the name, and an empty number', async () => {
  expect(await said(standin(), toPerson(oda, 'EmailAndSms'))).toEqual([
    'To Oda Wold (): Oda Wold Oda Wold $recipientname$',
    'SMS to Oda Wold/',
  ])
})

rule('notifications §10.5', 'keywords of an organization: its name and its number', async () => {
  expect(await said(standin(), toOrganization('370907188', 'EmailPreferred'))).toEqual([
    'To Jørgensen Holm Trevare AS (370907188): Jørgensen Holm Trevare AS Jørgensen Holm Trevare AS $recipientname$',
  ])
})

rule('notifications §10.5', 'the name of a recipient without a name is empty', async ({ here }) => {
  here.simulator.contacts.put({ number: oda, mobile: '99991001' })

  expect(await said(here, toPerson(oda, 'Sms'))).toEqual(['SMS to /'])
})

rule('notifications §10.5', 'a name that looks like a keyword or a pattern is used as it is', async ({ here }) => {
  here.simulator.contacts.put({ number: wold, name: "$recipientNumber$ $& $'", emails: [], mobiles: ['99991001'] })

  expect(await said(here, toOrganization(wold, 'Sms'))).toEqual([`SMS to $recipientNumber$ $& $'/${wold}`])
})

rule('notifications §10.5', 'keywords stay in messages to external identities and direct recipients', async ({ here }) => {
  const identity = 'urn:altinn:party:username:kari'
  here.simulator.contacts.put({ number: identity, name: 'Kari', mobile: '99991001' })
  const there = standin()
  await placed(there, { recipientSms: { phoneNumber: '+4799999999', smsSettings: settings.smsSettings } })
  await there.simulator.advance({ until: 'settled' })

  expect(await said(here, toIdentity(identity, 'Sms'))).toEqual([settings.smsSettings.body])
  expect(there.simulator.outbox.list().messages).toMatchObject([{ body: settings.smsSettings.body }])
})

rule('notifications §10.5', 'the name is looked up at the send time', async ({ here }) => {
  await placed(here, keyworded(toPerson(oda, 'Sms')))
  here.simulator.contacts.put({ number: oda, name: 'Oda Moe', mobile: '99991001' })
  await here.simulator.advance({ until: 'settled' })

  expect(here.simulator.outbox.list().messages).toMatchObject([{ body: 'SMS to Oda Moe/' }])
})

rule('decisions §13, notifications §6.4', 'while names are down, only texts with keywords wait', async ({ here }) => {
  const [id] = await placed(here, keyworded(toPerson(oda, 'Sms')))
  const [plain] = await placed(here, toPerson(oda, 'Sms'), { idempotencyId: 'plain' })
  const letUp = await takeDown(here, 'names')
  const first = await happenings(here, 3, 'putOff')
  await here.simulator.advance({ by: 2_000 })

  expect(first.filter((each) => each.includes('processOrder'))).toEqual([
    '2 processOrder names cannot be reached',
    '2 processOrder undefined',
    '3 processOrder names cannot be reached',
  ])
  expect(await statusOf(here, plain)).toBe('Order_Completed SMS_Delivered')
  await letUp()
  await here.simulator.advance({ until: 'settled' })
  expect(await statusOf(here, id)).toBe('Order_Completed SMS_Delivered')
  expect(here.simulator.outbox.list().messages.map(({ body }) => body)).toContain('SMS to Oda Wold/')
})

/** From the fixtures: one official address in each channel, and two people who registered their own. */
const frakt = '374774050'
const forResource = (channelSchema: ChannelSchema, more: object = {}) => ({
  recipientOrganization: {
    ...toOrganization(frakt, channelSchema).recipientOrganization,
    resourceId: 'urn:altinn:resource:standin-plain',
    ...more,
  },
})

rule('notifications §6.1, notifications §6.2', 'with a resource, the users of an organization get the message too', async ({ here }) => {
  const [plain] = await placed(here, toOrganization(frakt, 'EmailPreferred'))
  const [read] = await placed(here, forResource('EmailPreferred'), { idempotencyId: 'read' })
  const [sign] = await placed(here, forResource('EmailPreferred', { resourceAction: 'sign' }), { idempotencyId: 'sign' })
  await here.simulator.advance({ until: 'settled' })
  const destinations = async (id: string) => (await manifestOf(here, id)).recipients.map(({ destination }) => destination)

  expect(await destinations(plain)).toEqual(['post@svendsen-tangen-frakt-as.example'])
  expect(await destinations(read)).toEqual([
    'post@svendsen-tangen-frakt-as.example',
    'leder@svendsen-tangen-frakt-as.example',
    '+4799991593',
  ])
  expect(await destinations(sign)).toEqual(['post@svendsen-tangen-frakt-as.example', '+4799991593'])
})

rule('notifications §6.1', 'users do not count at creation, and a resource has no effect for a person', async ({ here }) => {
  here.simulator.contacts.put({ number: frakt, emails: [], mobiles: [], users: [{ email: 'leder@example.org' }] })
  const { status } = await here.client.call('notifications.createOrder', {
    body: { idempotencyId: 'users', recipient: forResource('Email') },
  })
  const [id] = await placed(here, toPerson(oda, 'Email', { resourceId: 'urn:altinn:resource:standin-plain' }))
  await takeDown(here, 'authorization')
  await here.simulator.advance({ until: 'settled' })

  expect(status).toBe(422)
  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered')
})

rule('decisions §13, notifications §6.4', 'an order with a resource waits for authorization, like for the register', async ({ here }) => {
  const [id] = await placed(here, forResource('Email'))
  const letUp = await takeDown(here, 'authorization')

  expect(await happenings(here, 3, 'putOff')).toEqual([
    '1 takeOrder undefined',
    '2 processOrder authorization cannot be reached',
    '3 processOrder authorization cannot be reached',
  ])
  expect(await statusOf(here, id)).toBe('Order_Registered')
  await letUp()
  await here.simulator.advance({ until: 'settled' })
  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered Email_Delivered')
})

/** One in each place of the register that holds an email address. */
const invalidEmails: readonly [place: string, recipient: object, contact: Contact][] = [
  ['a person', toPerson(oda, 'Email'), { number: oda, email: 'oda@example' }],
  ['a person who prefers email', toPerson(oda, 'EmailPreferred'), { number: oda, email: 'oda@example', mobile: '99991001' }],
  ['an organization', toOrganization(wold, 'Email'), { number: wold, emails: ['wold'], mobiles: [] }],
  ['a self-identified user', toIdentity(kari, 'Email'), { number: kari, email: 'kari@@example.org' }],
]

for (const [place, recipient, contact] of invalidEmails) {
  rule('decisions §1 #14, notifications §6.1', `an email address of ${place} that is not valid fails when it is sent (live)`, async () => {
    const here = standin({ dialect: 'live' })
    here.simulator.contacts.put(contact)
    const [id] = await placed(here, recipient)
    await here.simulator.advance({ until: 'settled' })

    expect(await statusOf(here, id)).toBe('Order_Completed Email_Failed_InvalidFormat')
  })

  rule('decisions §1 #14', `an email address of ${place} that is not valid counts as missing (spec)`, async ({ here }) => {
    here.simulator.contacts.put(contact)
    const { status } = await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(recipient) })

    expect(status).toBe(place === 'a person who prefers email' ? 201 : 422)
  })
}

rule('decisions §1 #14', 'an email address that a user registered and that is not valid fails when it is sent (live)', async () => {
  const here = standin({ dialect: 'live' })
  here.simulator.contacts.put({ number: wold, emails: ['post@example.org'], mobiles: [], users: [{ email: 'leader' }] })
  const { recipientOrganization } = toOrganization(wold, 'Email')
  const [id] = await placed(here, { recipientOrganization: { ...recipientOrganization, resourceId: 'urn:altinn:resource:permit' } })
  await here.simulator.advance({ until: 'settled' })

  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered Email_Failed_InvalidFormat')
})
