/** Worlds: listed, dropped, reset. */
import type { ControlId } from '../../../src/control/facts.ts'
import { controls } from '../../../src/control/index.ts'
import { arrange } from '../../../src/service/failures/givens.ts'
import { control, refusal } from '../../support/control.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { start } from '../../support/standin.ts'

rule('decisions §12', 'the worlds are listed with their calls', async ({ ask, clientOf }) => {
  await clientOf('/worlds/build-17').call('fileTransfer.search', { query: { resourceId: 'standin-plain' } })

  expect((await ask('control.listWorlds')).body).toEqual({
    worlds: [
      { name: 'default', created: start, calls: 0 },
      { name: 'build-17', created: start, calls: 1 },
    ],
    total: 2,
    next: null,
  })
})

test('a server with a name says it with its worlds, and with its health', async () => {
  const { ask } = control({ instance: 'a' })

  expect((await ask('control.listWorlds')).body).toMatchObject({ worlds: [{ name: 'default', instance: 'a' }], instance: 'a' })
  expect((await ask('control.health')).body).toMatchObject({ instance: 'a' })
})

rule('decisions §2', 'a world is made once', async ({ ask, simulator }) => {
  const params = { name: 'build-17' }
  const [made, again] = [await ask('control.makeWorld', { params }), await ask('control.makeWorld', { params })]

  expect([made.status, again.status]).toEqual([201, 200])
  expect(again.body).toEqual({ name: 'build-17', created: start, calls: 0 })
  expect(simulator.worlds()).toHaveLength(2)
  expect(await ask('control.makeWorld', { params: { name: 'Build' } })).toMatchObject({ status: 400 })
})

rule('decisions §12', 'a dropped world is gone', async ({ ask, simulator }) => {
  await ask('control.makeWorld', { params: { name: 'build-17' } })

  expect(await ask('control.dropWorld', { params: { name: 'build-17' } })).toMatchObject({ status: 204, body: undefined })
  expect(simulator.worlds().map(({ name }) => name)).toEqual(['default'])
})

test('dropping an unknown world is answered 404 with the known ones', async ({ ask }) => {
  expect(await ask('control.dropWorld', { params: { name: 'nowhere' } })).toMatchObject({ status: 404, body: { choices: ['default'] } })
})

test('where nothing keeps worlds, none is let go', async ({ ask, simulator }) => {
  expect(await ask('control.releaseWorld', { params: { name: 'default' } })).toMatchObject(refusal(409, 'Start it with --data'))
  expect((await ask('control.releaseWorld', { params: { name: 'nowhere' } })).status).toBe(404)
  expect(simulator.worlds()).toHaveLength(1)
})

test('the default world cannot be dropped', async ({ ask }) => {
  expect((await ask('control.dropWorld', { params: { name: 'default' } })).status).toBe(400)
})

rule('decisions §12', 'a reset brings a world back to its start, and leaves the others alone', async ({ ask, clientOf, simulator }) => {
  for (const prefix of ['', '/worlds/other']) {
    await clientOf(prefix).call('fileTransfer.search', { query: { resourceId: 'standin-plain' } })
    await ask('control.advanceClock', { prefix, body: { by: 'PT1H' } })
  }
  expect((await ask('control.reset')).status).toBe(204)
  expect(simulator.world.data.calls).toBe(0)
  expect((await ask('control.showClock')).body.now).toBe(start)
  expect(simulator.knobs('other').world.data.calls).toBe(1)
  expect((await ask('control.showClock', { prefix: '/worlds/other' })).body.now).not.toBe(start)
})

rule('decisions §12', 'a reset keeps the named parts', async ({ ask }) => {
  await ask('control.advanceClock', { body: { by: 'PT1H' } })
  await ask('control.activateScenario', { params: { name: 'outage-register' } })
  await ask('control.reset', { body: { keep: ['clock'] } })

  expect((await ask('control.showClock')).body.now).toBe('2026-06-01T11:00:00Z')
  expect((await ask('control.listScenarios')).body.scenarios.filter(({ active }: { active: boolean }) => active)).toEqual([])
})

rule('decisions §12', 'a reset of all brings every world of a server back to its start', async ({ ask, simulator }) => {
  for (const prefix of ['', '/worlds/other', '/worlds/third']) await ask('control.advanceClock', { prefix, body: { by: 'PT1H' } })
  await ask('control.activateScenario', { prefix: '/worlds/other', params: { name: 'outage-register' } })

  const { status } = await ask('control.reset', { body: { all: true, keep: ['scenarios'] } })
  const { scenarios } = await simulator.knobs('other').scenarios.list()

  expect(status).toBe(204)
  expect(simulator.worlds().map(({ name, clock }) => [name, clock.now()])).toEqual(
    ['default', 'other', 'third'].map((name) => [name, Date.parse(start)]),
  )
  expect(scenarios.flatMap(({ name, active }) => (active ? name : []))).toEqual(['outage-register'])
})

test.for([
  [{ keep: ['records'] }, 'body.keep[0]: unknown value "records". Valid: scenarios, clock, contacts, journal.'],
  [{ keep: 'clock' }, 'body.keep: "clock" is not a list. Valid: scenarios, clock, contacts, journal.'],
  [{ keeps: [] }, 'body: unknown member "keeps". Did you mean keep? Valid: keep, all.'],
])('the reset %j is refused, and resets nothing', async ([body, detail], { ask, simulator }) => {
  const { world } = simulator

  expect(await ask('control.reset', { body })).toMatchObject({ status: 400, body: { detail } })
  expect(simulator.world).toBe(world)
})

rule('decisions §2', 'a control row answers 404 for a world that does not exist, names the nearest worlds, and makes none', async () => {
  const { ask, simulator } = control()
  for (let nth = 10; nth < 30; nth++) simulator.knobs(`build-${nth}`).client()
  const demanding = controls.filter((row) => row.world === 'demanded')
  const some = ['showState', 'listJournal', 'clearOutbox', 'listScenarios', 'showScenario', 'showClock', 'listLimits', 'listContacts']
  expect(demanding.map(({ id }) => id)).toEqual(expect.arrayContaining(some.map((name) => `control.${name}`)))

  for (const { id, example = {} } of demanding) {
    const { status, body } = await ask(id, { ...example, params: anyParams, prefix: '/worlds/buil-17' })

    expect([id, status, body.choices?.[0], body.choices?.length]).toEqual([id, 404, 'build-17', 10])
  }
  expect(simulator.worlds()).toHaveLength(21)
})

const anyParams = {
  ticket: 'x',
  caller: 'x',
  operation: 'x',
  at: 'before-work',
  id: '1',
  n: '0',
  collection: 'orders',
  name: 'outage-register',
  number: '12838590150',
  sha256: '0'.repeat(64),
}

rule('decisions §2', 'rows that set something up make their world', async ({ ask, simulator }) => {
  const asking: [ControlId, object][] = [
    ['control.reset', {}],
    ['control.activateScenario', { params: { name: 'outage-register' } }],
    ['control.freezeClock', {}],
    ['control.refillLimits', {}],
    ['control.putContact', { params: { number: '12838590150' }, body: { email: 'a@example.org' } }],
    ['control.makeToken', { body: { orgNo: '370916446' } }],
    ['control.arrangeProviderState', { body: { state: 'a published file transfer exists' } }],
    ['control.publishFileTransfer', { body: { size: 10 } }],
  ]
  for (const [at, [id, asked]] of asking.entries()) {
    expect([id, (await ask(id, { ...asked, prefix: `/worlds/new-${at}` })).status < 300]).toEqual([id, true])
  }

  expect(simulator.worlds()).toHaveLength(1 + asking.length)
})

rule('decisions §2', 'a row that needs no world makes no world', async () => {
  const { ask, simulator } = control({ maxWorlds: 1 })
  for (const id of ['control.health', 'control.version', 'control.showOpenapi', 'control.listRecipients', 'control.listWorlds'] as const) {
    expect([id, (await ask(id, { prefix: '/worlds/second' })).status]).toEqual([id, 200])
  }

  expect((await ask('control.showCapsule', { prefix: '/worlds/second' })).status).toBe(200)
  expect(simulator.worlds()).toHaveLength(1)
  expect((await ask('control.freezeClock', { prefix: '/worlds/second' })).status).toBe(503)
})

test('nothing is kept for the name of a world that is never made', ({ simulator }) => {
  const early = simulator.knobs('never')
  simulator.knobs('made').client()

  expect(simulator.knobs('never')).not.toBe(early)
  expect(simulator.knobs('made')).toBe(simulator.knobs('made'))
})

rule('decisions §12', 'a world is copied as it is now, and the copy goes its own way', async ({ ask, client, clientOf, simulator }) => {
  const { fileTransferId = '' } = await arrange(client, 'a published file transfer exists', { content: 'same bytes' })
  const forked = await ask('control.forkWorld', { params: { name: 'default' }, body: { as: 'copy' } })
  const again = await ask('control.forkWorld', { params: { name: 'default' }, body: { as: 'copy' } })
  await simulator.knobs('copy').fileTransfers.expire('test', fileTransferId)
  const status = (world: string) => simulator.knobs(world).records.find('fileTransfers', { id: fileTransferId }).records

  expect(forked).toMatchObject({ status: 201, body: { name: 'copy' } })
  expect(again).toMatchObject(refusal(409, 'already exists'))
  expect(status('copy')).toMatchObject([{ status: 'Purged' }])
  expect(status('default')).toMatchObject([{ status: 'Published' }])
  expect((await ask('control.forkWorld', { params: { name: 'nobody' }, body: { as: 'x' } })).status).toBe(404)
  expect((await clientOf('/worlds/copy').call('fileTransfer.search', { query: { resourceId: 'standin-plain' } })).status).toBe(200)
})
