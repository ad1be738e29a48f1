/** The metadata of phone numbers is loaded when a simulator is first used, and not before. */
import { expect, test, vi } from 'vitest'

/** Modules of its own, in which nothing is loaded yet. */
async function unused() {
  vi.resetModules()
  const { base, standin } = await import('../../support/standin.ts')
  const { isPhoneNumber } = await import('../../../src/service/wire/identifiers.ts')
  return { base, ...standin(), judge: () => isPhoneNumber('+4799999999') }
}

test('control rows load nothing, and the first call waits for the metadata', async () => {
  const { base, judge, send } = await unused()
  const health = await send(new Request(`${base}/_standin/health`))

  expect(health.status).toBe(200)
  expect(judge).toThrow('not loaded')

  await send(new Request(`${base}/broker/api/v1/filetransfer`))

  expect(judge()).toBe(true)
})

test('the first job waits for the metadata', async () => {
  const { judge, simulator } = await unused()
  const { clock } = simulator.world
  const data = { shipmentId: '00000000-0000-4000-8000-000000000000' }
  clock.book({ at: clock.now(), cause: '1', nth: 0, job: 'notifications.processOrder', step: true, environment: 'test', data })
  expect(judge).toThrow('not loaded')

  const { total } = await simulator.advance({ by: 0 })

  expect([total, judge()]).toEqual([1, true])
})
