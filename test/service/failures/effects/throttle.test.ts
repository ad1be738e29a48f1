import { expect, test } from 'vitest'
import { throttle } from '../../../../src/service/failures/effects/throttle.ts'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import { BodyTooLarge, ClientGone } from '../../../../src/service/wire/call.ts'
import { initialized, published, recipient, sender, statusOf } from '../../../support/file-transfers.ts'
import { hostNames } from '../../../support/hosts.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { bodyOf, hostedWithRules, surroundings, textOf, unhurried, withRules } from '../../../support/rules.ts'

const sum = (all: readonly number[]) => Math.round(all.reduce((one, other) => one + other, 0))

for (const host of hostNames) {
  rule('decisions §14', `a download takes as long as the rate says and arrives whole (${host})`, async () => {
    const { platform, pauses } = unhurried()
    const here = await hostedWithRules(host, [{ on: 'fileTransfer.download', throttle: { down: 1_000 } }], { platform })
    const content = crypto.getRandomValues(new Uint8Array(60_000))
    const params = { fileTransferId: await published(here.client, { content }) }

    const { bytes } = await here.client.call('fileTransfer.download', { as: recipient, params })

    expect(Buffer.compare(bytes, content)).toBe(0)
    expect([sum(pauses), Math.max(...pauses)]).toEqual([60_000, 50])
  })

  rule('decisions §14', `an upload takes as long as the rate says and is stored whole (${host})`, async () => {
    const { platform, pauses } = unhurried()
    const here = await hostedWithRules(host, [{ on: 'fileTransfer.upload', throttle: { up: 10_000 } }], { platform })
    const fileTransferId = await initialized(here.client, { disableVirusScan: true })

    const body = new Uint8Array(50_000).fill(7)
    const { status } = await here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body })

    expect([status, sum(pauses)]).toEqual([200, 5_000])
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Published', size: 50_000 })
  })
}

for (const where of [undefined, { recipient: 'someone@example.org' }]) {
  rule('decisions §14', `a JSON body is throttled both ways, with where ${JSON.stringify(where)}`, async () => {
    const { platform, pauses } = unhurried()
    const on = 'notifications.createOrder'
    const { client } = await withRules([{ on, where, throttle: { up: 100, down: 100 } }], { platform })
    const body = orderTo(toEmail())

    const { status, text, headers } = await client.call(on, { as: ttd, body })

    expect([status, headers.get('content-length')]).toEqual([201, String(text.length)])
    expect(sum(pauses)).toBe(10 * (JSON.stringify(body).length + text.length))
  })
}

test('parts are as large as goes through in 50 ms, and never empty', async () => {
  for (const [down, parts] of [
    [1, 4],
    [40, 2],
    [1_000_000, 1],
  ] as const) {
    const { around, did } = surroundings()
    const answer = await throttle.wrap({ down }, around)

    expect(await textOf(answer)).toBe('done')
    expect(did.filter((step) => step.startsWith('waited'))).toHaveLength(parts)
    expect(answer.headers['content-length']).toBe('4')
  }
})

test('a throttled body that is too large is refused', async () => {
  const { around } = surroundings({ body: bodyOf('one', 'two') })
  const proceed: typeof around.proceed = async (call) => {
    await call?.body?.collect(4)
    return { status: 200, headers: {} }
  }

  await expect(throttle.wrap({ up: 100 }, { ...around, proceed })).rejects.toThrow(BodyTooLarge)
})

test('a call ends when its client leaves during the upload', async () => {
  const { around } = surroundings({ body: bodyOf('one') })
  const gone = { ...around, pause: () => Promise.reject(new ClientGone()) }

  await expect(throttle.wrap({ up: 100 }, gone)).rejects.toThrow(ClientGone)
})

test('a throttle without a rate is refused', () => {
  expect(() => readScenario('mine', { summary: 'Mine', rules: [{ on: 'all', throttle: {} }] }, 'defined')).toThrow(
    'rules[0].throttle: needs at least one of these options, in bytes per second.',
  )
})
