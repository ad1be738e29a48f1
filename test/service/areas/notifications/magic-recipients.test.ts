import { expect, test } from 'vitest'
import { endingOf, magicRecipients } from '../../../../src/service/areas/notifications/magic-recipients.ts'
import { entryLifecycle } from '../../../../src/service/areas/notifications/wire.ts'
import { isEmailAddress, isPhoneNumber, loadPhoneNumbers } from '../../../../src/service/wire/identifiers.ts'
import { rule } from '../../../support/rule.ts'

const { moves } = entryLifecycle

rule('notifications §11.2, notifications §11.3', 'each message ends at the stage at which the service can end it', () => {
  for (const { channel, ending } of magicRecipients) {
    const before = ending.at === 'sending' ? `${channel}_Sending` : channel === 'SMS' ? 'SMS_Accepted' : 'Email_Succeeded'
    const status = 'status' in ending ? ending.status : 'afterwards' in ending ? ending.afterwards : `${channel}_Failed_TTL`

    expect(moves[before as keyof typeof moves]).toContain(status)
    expect(moves[status as keyof typeof moves]).toEqual([])
  }
})

test('orders to magic recipients are accepted', async () => {
  await loadPhoneNumbers()
  for (const { channel, address } of magicRecipients)
    expect(channel === 'SMS' ? isPhoneNumber(address) : isEmailAddress(`${address}+label@any.example`)).toBe(true)
})

for (const [address, status] of [
  ['bounced@example.org', 'Email_Failed_Bounced'],
  ['bounced+test7@any.example', 'Email_Failed_Bounced'],
  [' Bounced+@any.example', 'Email_Failed_Bounced'],
  ['PAYLOAD-TOO-LARGE+a+b@example.org', 'Email_Failed_PayloadTooLarge'],
  ['bounce@example.org', 'Email_Delivered'],
  ['not.bounced@example.org', 'Email_Delivered'],
  ['test7+bounced@example.org', 'Email_Delivered'],
  ['constructor@example.org', 'Email_Delivered'],
  ['+4799990002@example.org', 'Email_Delivered'],
] as const) {
  rule('decisions §7', `an email to ${address} ends as ${status}`, () => {
    expect(endingOf('Email', address, 0)).toMatchObject({ status })
  })
}

for (const [number, status] of [
  ['+4799990003', 'SMS_Failed_BarredReceiver'],
  ['004799990003', 'SMS_Failed_BarredReceiver'],
  ['+47 99 99 00 03', 'SMS_Failed_BarredReceiver'],
  ['+47 9999 0002 ', 'SMS_Failed_InvalidRecipient'],
  ['+4799990010', 'SMS_Delivered'],
  ['+4699990003', 'SMS_Delivered'],
  ['bounced', 'SMS_Delivered'],
] as const) {
  rule('decisions §7', `an SMS to ${number} ends as ${status}`, () => {
    expect(endingOf('SMS', number, 0)).toMatchObject({ status })
  })
}

rule('decisions §7', 'a message to transient is handed over twice, and then delivered', () => {
  expect([0, 1, 2].map((round) => endingOf('Email', 'transient+1@example.org', round))).toEqual([
    { at: 'again', afterwards: 'Email_Delivered' },
    { at: 'report', status: 'Email_Delivered' },
    { at: 'report', status: 'Email_Delivered' },
  ])
})
