import { expect, test } from 'vitest'
import { orders } from '../../../../src/service/areas/notifications/records.ts'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import { hostNames } from '../../../support/hosts.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { hostedWithRules, withRules } from '../../../support/rules.ts'

const on = 'notifications.createOrder'
const body = orderTo(toEmail())

for (const host of hostNames) {
  rule('decisions §14', `the call gets the fixed answer, and nothing is done (${host})`, async () => {
    const fixed = { status: 418, headers: { 'X-Team': 'blue', 'Retry-After': '7' }, body: { short: true, stout: ['a', 1, null] } }
    const here = await hostedWithRules(host, [{ on, respond: fixed }])

    const { status, headers, text } = await here.client.call(on, { as: ttd, body })

    expect([status, headers.get('x-team'), headers.get('retry-after'), headers.get('content-type')]).toEqual([
      418,
      'blue',
      '7',
      'application/json; charset=utf-8',
    ])
    expect(JSON.parse(text)).toEqual(fixed.body)
    expect(here.line()).toMatchObject({ status: 418, commits: 0, stage: 'rules' })
    expect(here.simulator.world.environments.test.of(orders).size).toBe(0)
  })
}

for (const [fixed, type, text] of [
  [{ status: 502, body: '<html>Bad gateway</html>' }, 'text/plain; charset=utf-8', '<html>Bad gateway</html>'],
  [{ status: 502, headers: { 'Content-Type': 'text/html' }, body: '<html/>' }, 'text/html', '<html/>'],
  [{ status: 200, body: 0 }, 'application/json; charset=utf-8', '0'],
  [{ status: 200, body: null }, 'application/json; charset=utf-8', 'null'],
  [{ status: 200, body: '' }, 'text/plain; charset=utf-8', ''],
  [{ status: 503 }, null, ''],
  [{ status: 204 }, null, ''],
] as const) {
  rule('decisions §14', `respond ${JSON.stringify(fixed)} answers ${type ?? 'without a body'}`, async () => {
    const { client } = await withRules([{ on, respond: fixed }])

    const { status, headers, text: said } = await client.call(on, { as: ttd, body })

    expect([status, headers.get('content-type'), said]).toEqual([fixed.status, type, text])
  })
}

test.each([
  [{ status: 199 }, 'respond.status'],
  [{ status: 600 }, 'respond.status'],
  [{ status: 204, body: 'x' }, 'respond.body: "x" cannot be sent, because a reply with this status has no body'],
  [{ status: 200, headers: { 'a b': 'x' } }, 'has a name that is not a valid header name'],
  [{ status: 200, headers: { 'x-a': 'b\r\nset-cookie: c' } }, 'is not a valid header value'],
  [{ status: 200, headers: { 'Content-Length': '3' } }, 'the server itself writes this header'],
  [{ status: 200, headers: { 'transfer-encoding': 'chunked' } }, 'the server itself writes this header'],
])('respond %j is refused', (options, sentence) => {
  expect(() => readScenario('mine', { summary: 'Mine', rules: [{ on: 'all', respond: options }] }, 'defined')).toThrow(sentence)
})
