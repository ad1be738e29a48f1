/** The dialect of a world over HTTP. */
import { nodePlatform } from '../../../src/platform/node.ts'
import { control } from '../../support/control.ts'
import { initialized } from '../../support/file-transfers.ts'
import { hosted, hostNames } from '../../support/hosts.ts'
import { expect, rule, test } from '../../support/rule.ts'

rule('decisions §1', 'a world gets another dialect, and the others keep theirs', async ({ ask, clientOf }) => {
  const typeIn = async (prefix: string) =>
    (await clientOf(prefix).call('notifications.getShipment', { params: { id: 'none' } })).headers.get('content-type')

  expect((await ask('control.showDialect')).body).toEqual({ dialect: 'spec' })
  expect(await ask('control.useDialect', { prefix: '/worlds/real', body: { dialect: 'live' } })).toMatchObject({
    status: 200,
    body: { dialect: 'live' },
  })

  expect((await ask('control.showDialect', { prefix: '/worlds/real' })).body).toEqual({ dialect: 'live' })
  expect((await ask('control.showDialect')).body).toEqual({ dialect: 'spec' })
  // Live: the id is not a GUID, so there is no such path, and the answer has no body.
  expect([await typeIn(''), await typeIn('/production')]).toEqual(Array(2).fill('application/problem+json; charset=utf-8'))
  expect([await typeIn('/worlds/real'), await typeIn('/worlds/real/production')]).toEqual([null, null])
})

for (const host of hostNames) {
  test(`one process serves worlds of both dialects at the same time (${host})`, async () => {
    const { clientOf, simulator } = await hosted(host)
    simulator.knobs('real').dialect.use('live')
    const refused = async (prefix: string) =>
      (await clientOf(prefix).call('fileTransfer.overview', { as: null, params: { fileTransferId: 'none' } })).text

    const said = await Promise.all(['', '/worlds/real', '/worlds/other', '/worlds/real'].map(refused))

    expect(said.map((text) => text === '')).toEqual([false, true, false, true])
  })
}

rule('decisions §1', 'the records stay when the dialect changes', async ({ ask, client }) => {
  const fileTransferId = await initialized(client)
  await ask('control.useDialect', { body: { dialect: 'live' } })

  expect((await client.call('fileTransfer.overview', { params: { fileTransferId } })).status).toBe(200)
})

rule('decisions §1', 'a call that has arrived before the change is answered in the dialect of its arrival', async () => {
  const paused = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const platform = {
    ...nodePlatform(),
    pause: async () => {
      arrived.resolve()
      await paused.promise
    },
  }
  const { client, simulator } = control({ platform, rateLimits: 'current' })
  simulator.scenarios.define('slow', { summary: 'Slow', rules: [{ on: 'fileTransfer.overview', latency: 'PT1S' }] })
  await simulator.scenarios.use('slow')
  const call = () => client.call('fileTransfer.overview', { params: { fileTransferId: '00000000-0000-4000-8000-000000000000' } })

  const first = call()
  await arrived.promise
  simulator.dialect.use('live')
  paused.resolve()

  const before = await first
  const after = await call()
  expect([before.headers.get('content-type'), before.headers.has('ratelimit')]).toEqual(['application/problem+json; charset=utf-8', true])
  expect([after.headers.get('content-type'), after.headers.has('ratelimit')]).toEqual(['application/json; charset=utf-8', false])
})

rule('decisions §1', 'the limits of the dialect hold from the next call', async () => {
  const { client, simulator, ask } = control({ rateLimits: 'current' })
  const search = async () => (await client.call('fileTransfer.search', { query: { resourceId: 'standin-plain' } })).status
  for (let call = 0; call < 10; call++) await search()
  const before = await search()
  await ask('control.useDialect', { body: { dialect: 'live' } })

  expect([before, await search()]).toEqual([200, 429])
  expect(simulator.limits.list().limits).toMatchObject([{ operation: 'fileTransfer.search', limit: 10, left: 0 }])
})

rule('decisions §12', 'a reset brings the dialect of the start back', async () => {
  const { ask, simulator } = control({ dialect: 'live' })
  simulator.dialect.use('spec')
  await ask('control.reset')

  expect(simulator.dialect.show()).toEqual({ dialect: 'live' })
})

test('an unknown dialect is refused with the choices, over HTTP and in process', async ({ ask, simulator }) => {
  expect(await ask('control.useDialect', { body: { dialect: 'nynorsk' } })).toMatchObject({
    status: 400,
    body: { detail: 'body.dialect: unknown value "nynorsk". Valid: spec, live.', choices: ['spec', 'live'] },
  })
  expect(() => simulator.dialect.use('nynorsk' as 'spec')).toThrow('dialect: unknown value "nynorsk".')
  expect(simulator.dialect.show()).toEqual({ dialect: 'spec' })
})
