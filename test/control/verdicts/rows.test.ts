/** The control rows of verdicts: switch on, read, switch off. */
import { anyName } from '../../../src/service/wire/misuse.ts'
import { control } from '../../support/control.ts'
import { expect, test } from '../../support/rule.ts'
import { base, start } from '../../support/standin.ts'

/** A client of its own: the one of the simulator is not judged. */
function clientOf({ simulator, send }: ReturnType<typeof control>, orgNo = '991825827') {
  const token = simulator.token({ orgNo, clientId: `client-${orgNo}` })
  return async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${(await token).token}`, 'content-type': 'application/json' }
    return send(new Request(`${base}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }))
  }
}

interface Shown {
  readonly id: string
  readonly callers: readonly { readonly caller: string; readonly verdict: string; readonly calls: readonly string[] }[]
}

const verdictOf = (body: { readonly verdicts: readonly Shown[] }, id: string) => body.verdicts.find((each) => each.id === id)?.callers

test('a client that repeats a refused call is convicted, with the calls that show it', async ({ here }) => {
  const call = clientOf(here)
  expect((await here.ask('control.startVerdicts')).body).toEqual({ watched: true })
  await call('GET', '/future/shipment/none')
  await call('GET', '/future/shipment/none')
  const { status, body } = await here.ask('control.listVerdicts')

  expect(status).toBe(200)
  expect(verdictOf(body, 'refused-unchanged')).toEqual([{ caller: 'client-991825827', verdict: 'bad', calls: ['1', '2'], exercise: [] }])
  expect(verdictOf(body, 'retry-after')).toMatchObject([
    { verdict: 'not-exercised', exercise: ['rate-limit-recovery', 'rate-limit-date', 'fail-twice-then-succeed'] },
  ])
  expect(body).toMatchObject({ total: body.verdicts.length, next: null, watched: true, missing: [], unmet: [], repeated: [] })
  expect(body.callers).toEqual([{ caller: 'client-991825827', orgNo: '991825827', name: 'Testdepartementet', calls: 2 }])
})

test('no scenario is named for what a client meets in another dialect alone', async () => {
  const named = async (dialect: 'spec' | 'live') => {
    const here = control({ dialect })
    await clientOf(here)('GET', '/future/shipment/none')
    return verdictOf((await here.ask('control.listVerdicts')).body, 'refused-in-outage')
  }

  expect([await named('spec'), await named('live')]).toMatchObject([[{ exercise: [] }], [{ exercise: ['outage-authorization-failing'] }]])
})

test('a watched world is judged beyond what its journal holds, and another one says what is gone', async () => {
  const judge = async (verdicts: boolean) => {
    const here = control({ journal: 2, verdicts })
    const call = clientOf(here)
    for (const path of ['a', 'a', 'b', 'c']) await call('GET', `/future/shipment/${path}`)
    return (await here.ask('control.listVerdicts')).body
  }
  const [watched, other] = [await judge(true), await judge(false)]

  expect(verdictOf(watched, 'refused-unchanged')).toMatchObject([{ verdict: 'bad', calls: ['1', '2'] }])
  expect(watched).toMatchObject({ watched: true, missing: [] })
  expect(verdictOf(other, 'refused-unchanged')).toMatchObject([{ verdict: 'good' }])
  expect(other).toMatchObject({ watched: false, missing: [expect.stringContaining('2 lines were dropped')] })
})

test('the body of a call that is refused before it is read tells two calls apart', async () => {
  const here = control({ verdicts: true })
  const post = (body: object) =>
    here.send(
      new Request(`${base}/future/orders`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    )
  await post({ idempotencyId: 'a' })
  await post({ idempotencyId: 'b' })
  const different = (await here.ask('control.listVerdicts')).body
  await post({ idempotencyId: 'b' })
  const { body } = await here.ask('control.listVerdicts')

  expect(verdictOf(different, 'refused-unchanged')).toMatchObject([{ caller: 'anonymous', verdict: 'good' }])
  expect(verdictOf(body, 'refused-unchanged')).toMatchObject([{ verdict: 'bad', calls: ['2', '3'] }])
  expect(here.simulator.journal.find('3').request).toMatchObject({ body: '{"idempotencyId":"b"}', bytes: 21 })
})

test('a knob that is turned, and a clock that is moved, excuse a repetition', async () => {
  const here = control({ verdicts: true })
  const call = clientOf(here)
  const excuses = [
    () => here.ask('control.advanceClock', { body: { by: 'PT1S' } }),
    () => here.ask('control.refillLimits'),
    () => here.ask('control.activateScenario', { params: { name: 'slow' } }),
    () => here.ask('control.reset'),
  ]
  await call('GET', '/future/shipment/none')
  for (const excuse of excuses) {
    await excuse()
    await call('GET', '/future/shipment/none')
  }

  expect(verdictOf((await here.ask('control.listVerdicts')).body, 'refused-unchanged')).toMatchObject([{ verdict: 'good' }])
})

test('a scenario that was on and that no call met is named', async () => {
  const here = control({ verdicts: true })
  await here.ask('control.activateScenario', { params: { name: 'outage-database' } })
  await here.ask('control.activateScenario', { params: { name: 'storage-not-ready' } })
  await clientOf(here)('GET', '/future/shipment/none')
  await here.ask('control.deactivateScenarios')

  expect((await here.ask('control.listVerdicts')).body.unmet).toEqual(['storage-not-ready'])
})

test('a scenario that was on for a moment, just after the world was made, is named too', async () => {
  const here = control({ verdicts: true })
  const { scenarios } = here.simulator.knobs('new')
  await scenarios.use('storage-not-ready')
  await scenarios.off()

  expect((await here.ask('control.listVerdicts', { prefix: '/worlds/new' })).body.unmet).toEqual(['storage-not-ready'])
})

test('one caller, and one set of verdicts, can be asked for', async () => {
  const here = control({ verdicts: true })
  await clientOf(here)('GET', '/future/shipment/none')
  await clientOf(here, '974760673')('GET', '/future/shipment/none')
  const callers = async (query: object) =>
    verdictOf((await here.ask('control.listVerdicts', { query: { ...query } })).body, 'refused-unchanged')?.map(({ caller }) => caller)

  expect(await callers({})).toEqual(['client-991825827', 'client-974760673'])
  expect(await callers({ caller: 'client-974760673', set: '2026-11' })).toEqual(['client-974760673'])
  expect(await here.ask('control.listVerdicts', { query: { set: '2026-12' } })).toMatchObject({
    status: 400,
    body: { detail: 'Unknown set of verdicts: "2026-12". Did you mean 2026-11? Valid: 2026-11.', choices: ['2026-11'] },
  })
})

test('what Standin calls itself is not judged', async () => {
  const here = control({ verdicts: true })
  await here.simulator.givens.arrange(anyName('a published file transfer exists'), {})

  expect((await here.ask('control.listVerdicts')).body.verdicts.flatMap(({ callers }: Shown) => callers)).toEqual([])
})

test('a reply of Standin that breaks its own document is not the fault of a client', async () => {
  const here = control({ verdicts: true, checked: false })
  await clientOf(here)('GET', '/future/shipment/none')
  const { body } = await here.ask('control.listVerdicts')
  const line = here.simulator.world.journal.calls.find('1')
  Object.assign(line ?? {}, { status: 200, replyBody: '{}' })

  expect(body.ours).toEqual([])
  expect((await here.ask('control.listVerdicts')).body.ours).toEqual([
    { call: '1', why: expect.stringContaining('does not match its schema') },
  ])
})

test('what was found is forgotten when the world is not watched any more', async () => {
  const here = control({ now: start, verdicts: true })
  const call = clientOf(here)
  await call('GET', '/future/shipment/none')

  expect((await here.ask('control.endVerdicts')).body).toEqual({ watched: false })
  expect((await here.ask('control.listVerdicts')).body.watched).toBe(false)
})
