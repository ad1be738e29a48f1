/** The row that a call to an unknown path probably meant. */
import { expect, test } from 'vitest'
import type { DialectName } from '../../../../src/service/wire/vocabulary.ts'
import { rule } from '../../../support/rule.ts'
import { base, standin } from '../../../support/standin.ts'

async function ask(dialect: DialectName, method: string, path: string) {
  const { simulator, send } = standin({ dialect })
  const reply = await send(new Request(base + path, { method }))
  const text = await reply.text()
  const [line] = simulator.world.journal.calls.list()
  const { detail } = text.startsWith('{') ? (JSON.parse(text) as { detail?: string }) : {}
  return {
    status: reply.status,
    text,
    headers: Object.fromEntries(reply.headers),
    detail,
    hint: reply.headers.get('x-standin-hint'),
    elsewhere: reply.headers.get('x-standin-not-simulated'),
    why: line?.why,
  }
}

const near = [
  ['POST', '/future/order', 'POST /future/orders'],
  ['GET', '/future/order', 'POST /future/orders'],
  ['POST', '/Future/Order/', 'POST /future/orders'],
  ['POST', '/future/%6frder', 'POST /future/orders'],
  ['GET', '/future/shipments/1', 'GET /future/shipment/{id}'],
  ['GET', '/future/shipment', 'GET /future/shipment/{id}'],
  ['POST', '/future/orders/more', 'POST /future/orders'],
  ['POST', '/api/v1/future/orders', 'POST /notifications/api/v1/future/orders'],
  ['POST', '/base/future/orders', 'POST /future/orders'],
  ['POST', '/notifications/v1/future/orders', 'POST /future/orders'],
  ['POST', '/notification/api/v1/future/orders', 'POST /notifications/api/v1/future/orders'],
  ['POST', '/notifications/api/v1/notifications/api/v1/future/orders', 'POST /notifications/api/v1/future/orders'],
  ['POST', '/broker/api/v1/filetransfers', 'POST /broker/api/v1/filetransfer'],
  ['GET', '/broker/api/v1/filetransfers', 'GET /broker/api/v1/filetransfer'],
  ['POST', '/broker/api/v2/filetransfer', 'POST /broker/api/v1/filetransfer'],
  ['POST', '/filetransfer', 'POST /broker/api/v1/filetransfer'],
  ['POST', '/tokens', 'POST /token'],
] as const

rule('decisions §1', 'in the dialect spec, a misspelt path is refused with the row that was meant', async () => {
  for (const [method, path, meant] of near) {
    const { status, detail, hint, why } = await ask('spec', method, path)
    expect([status, detail, hint], path).toEqual([404, `No such path: ${method} ${path}. Did you mean ${meant}?`, null])
    expect(why).toBe(`no-such-path: no operation has this path. Did you mean ${meant}?`)
  }
})

rule('decisions §1', 'in the dialect live, the reply stays empty, and a header has the row that was meant', async () => {
  for (const [method, path, meant] of near) {
    const area = path.startsWith('/broker') ? '/broker' : ''
    const strange = await ask('live', method, `${area}/nowhere`)
    const { status, text, headers, hint, why } = await ask('live', method, path)
    expect({ status, text, headers }, path).toEqual({
      status: 404,
      text: '',
      headers: { ...strange.headers, 'x-standin-hint': `Did you mean ${meant}?` },
    })
    expect(hint).toBe(`Did you mean ${meant}?`)
    expect(why).toBe(`no-such-path: no operation has this path. Did you mean ${meant}?`)
  }
})

rule('decisions §1', 'a path whose id has another form than that of the live service has a hint, too', async () => {
  const hint = 'Did you mean GET /future/shipment/{id}, with a GUID?'

  expect(await ask('live', 'GET', '/future/shipment/none')).toMatchObject({ status: 404, text: '', hint })
})

rule('decisions §1', 'a path that only the dialect live has says so', async () => {
  for (const [method, path] of [
    ['POST', '/notifications/api/v1/orders'],
    ['GET', '/Notifications/api/v1/orders/1/status/'],
    ['GET', '/notifications/api/v1/future/dashboard/recipients/notifications/nin'],
  ] as const) {
    const { detail, elsewhere, why } = await ask('spec', method, path)
    expect(detail).toBe(`No such path: ${method} ${path}. This path exists in the live dialect.`)
    expect([elsewhere, why]).toEqual([
      'only the live dialect has this path: see docs/dialects.md',
      'no-such-path: no operation has this path. This path exists in the live dialect.',
    ])
    expect((await ask('live', method, path)).elsewhere).toBe(null)
  }
  expect((await ask('spec', 'GET', '/orders/1/status')).detail).toMatch(
    /Did you mean GET \/notifications\/api\/v1\/orders\/\{id\}\/status\? It exists in the live dialect\.$/,
  )
})

rule('decisions §12', 'a path of the live service that is not simulated says so, whatever the method', async () => {
  for (const dialect of ['spec', 'live'] as const) {
    for (const [method, path] of [
      ['GET', '/notifications/api/v1/future/log'],
      ['GET', '/future/log'],
      ['GET', '/Future/%6cog/'],
      ['GET', '/future/%2e%2e/future/log'],
      ['POST', '/notifications/api/v1/future/dashboard/recipients/notifications/phonenumber'],
      ['GET', '/notifications/api/v1/future/dashboard/recipients/notifications/Email'],
      ['GET', '/api/GetConsentToken'],
      ['POST', '/api/getconsenttoken'],
      ['GET', '/events/api/v1/app'],
      ['POST', '/events/api/v1/app/party'],
      ['POST', '/events/api/v1/inbound'],
      ['POST', '/events/api/v1/outbound'],
      ['POST', '/events/api/v1/storage/events'],
      ['POST', '/events/api/v1/tests/webhookreceiver'],
    ] as const) {
      const { status, elsewhere, hint, why } = await ask(dialect, method, path)
      expect([404, 405], path).toContain(status)
      expect(elsewhere, path).toMatch(/: see docs\/fidelity\.md#not-simulated$/)
      expect([hint, why], path).toEqual([null, expect.stringMatching(/^no-such-path: Standin does not simulate this path: \w/)])
    }
    for (const [method, path] of [
      ['POST', '/token'],
      ['GET', '/api/GetPersonalToken?env=tt02'],
      ['GET', '/events/api/v1/application'],
      ['GET', '/future/logs'],
    ] as const)
      expect((await ask(dialect, method, path)).elsewhere, path).toBe(null)
  }
})

test('a path that is like no row gets no hint', async () => {
  for (const path of [
    '/',
    '/nowhere',
    '/favicon.ico',
    '/future/nothing',
    '/a/b',
    `/${'x'.repeat(5_000)}`,
    `${'/future'.repeat(30)}/orders`,
    `/${'future%2F'.repeat(20)}orders`,
    '/%e0%a4%a/%ff',
    '//',
  ]) {
    const { detail, hint } = await ask('spec', 'GET', path)
    expect([detail, hint], path).toEqual([expect.not.stringContaining('Did you mean'), null])
    expect((await ask('live', 'GET', path)).hint, path).toBe(null)
  }
})
