/** `standin outbox`. */
import { expect, test } from 'vitest'
import { serverForFile } from '../../support/command-line.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'

const { inNewWorld } = await serverForFile()

async function sent() {
  const here = inNewWorld()
  const recipient = { recipientSms: { phoneNumber: '+4799999999', smsSettings: { body: `Two\nlines ${'x'.repeat(60)}` } } }
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const sms = await here.client.call('notifications.createOrder', { as: ttd, body: { idempotencyId: 'order-2', recipient } })
  await here.knobs.advance({ until: 'settled' })
  return { ...here, sms: sms.body }
}

test('each message is one line, and a long text is cut', async () => {
  const { run } = await sent()

  expect(await run('outbox')).toEqual({
    code: 0,
    out:
      'AT                    TO                   FROM                  STATUS           TEXT\n' +
      '2026-06-01T10:00:03Z  someone@example.org  noreply@altinn.cloud  Email_Delivered  Subject\n' +
      `2026-06-01T10:00:03Z  +4799999999          Altinn-test           SMS_Delivered    Two lines ${'x'.repeat(49)}…\n`,
    err: '',
  })
})

test('every filter reaches the server', async () => {
  const { run, sms } = await sent()
  const { notificationOrderId, notification } = sms
  const count = async (...args: string[]) => JSON.parse((await run('outbox', '--json', ...args)).out).total

  expect(await count('--recipient', '+47 99 99 99 99')).toBe(1)
  expect(await count('--channel', 'Email')).toBe(1)
  expect(await count('--channel', 'email')).toBe(1)
  expect(await count('--order-id', notificationOrderId, '--channel', 'SMS')).toBe(1)
  expect(await count('--order-id', notificationOrderId, '--channel', 'Email')).toBe(0)
  expect(await count('--shipment-id', notification.shipmentId)).toBe(1)
  expect(await count('--recipient', 'nobody@example.org')).toBe(0)
})

test('--clear empties the outbox of one world', async () => {
  const [here, other] = [await sent(), await sent()]

  expect((await here.run('outbox', '--clear')).out).toBe(`Emptied the outbox of world ${here.world}.\n`)
  expect([here.knobs.outbox.list().total, other.knobs.outbox.list().total]).toEqual([0, 2])
})

test.each([
  ['outbox', 'clear'],
  ['outbox', '--clear'],
  ['journal', 'clear'],
])('"standin %s %s" empties it', async (...words) => {
  const { client, knobs, run } = inNewWorld()
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await knobs.advance({ until: 'settled' })
  const count = () => (words[0] === 'outbox' ? knobs.outbox.list({}).total : knobs.journal.list({}).total)
  const before = count()
  const { code, out } = await run(...words)

  expect({ before: before > 0, code, after: count() }).toEqual({ before: true, code: 0, after: 0 })
  expect(out).toMatch(/^(?:Emptied|Cleared) the /m)
})
