/** Health, readiness and version. */
import { expect, test } from 'vitest'
import { controls } from '../../../src/control/index.ts'
import { control, refusal } from '../../support/control.ts'
import { rule } from '../../support/rule.ts'

rule('decisions §12', 'health says ok', async ({ ask }) => {
  expect((await ask('control.health')).body).toEqual({ status: 'ok' })
})

rule('decisions §12', 'ready is 503 until everything is loaded', async () => {
  const loading = Promise.withResolvers<Record<string, unknown>>()
  const { ask } = control({ scenarios: () => loading.promise })

  expect((await ask('control.ready')).status).toBe(503)
  expect((await ask('control.ready')).status).toBe(503)

  loading.resolve({})
  await loading.promise

  expect(await ask('control.ready')).toMatchObject({ status: 200, body: { ready: true } })
})

test('ready says what is wrong with a scenario that cannot be loaded', async () => {
  const { ask, simulator } = control({ scenarios: () => ({ broken: { summary: 'No rules' } }) })
  await expect(simulator.ready()).rejects.toThrow('Scenario broken')

  expect(await ask('control.ready')).toMatchObject(refusal(503, 'Scenario broken'))
})

rule('decisions §12', 'version says how Standin is set up and what it can do', async () => {
  const { ask } = control({ version: '1.2.3', dialect: 'live', pace: 'instant', seed: 7 })
  const { body } = await ask('control.version')

  expect(body).toMatchObject({ name: 'standin', version: '1.2.3', dialect: 'live', pace: 'instant', clock: 'frozen', seed: 7 })
  expect(body.capabilities.control).toEqual(controls.map(({ id }) => id))
  expect(body.capabilities.operations).toContain('fileTransfer.confirmDownload')
})
