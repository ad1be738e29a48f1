import { expect, test, vi } from 'vitest'
import type { SimulatorOptions } from '../../../../src/control/create-simulator.ts'
import { hold } from '../../../../src/service/failures/effects/hold.ts'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import { anyName } from '../../../../src/service/wire/misuse.ts'
import { hostNames } from '../../../support/hosts.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { hostedWithRules, surroundings, withRules } from '../../../support/rules.ts'

const on = 'notifications.createOrder'

async function held(
  when: 'before-work' | 'after-work',
  host: (typeof hostNames)[number] = 'fetch',
  options: Partial<SimulatorOptions> = {},
) {
  const here = await hostedWithRules(host, [{ on, calls: 1, hold: { when } }], options)
  const order = (signal?: AbortSignal) => here.client.call(on, { as: ttd, body: orderTo(toEmail()), ...(signal && { signal }) })
  const isHeld = () => vi.waitUntil(() => here.line()?.scenario === 'mine' && (when === 'before-work' || here.line()?.commits === 1))
  return { ...here, order, isHeld }
}

for (const host of hostNames) {
  for (const [when, line, retry] of [
    ['before-work', { commits: 0, stage: 'rules' }, 201],
    ['after-work', { commits: 1, stage: 'handle' }, 200],
  ] as const) {
    rule('decisions §5', `a client that leaves while its call is held ${when} is 499, and its retry is ${retry} (${host})`, async () => {
      const here = await held(when, host)
      const leaving = new AbortController()
      const call = here.order(leaving.signal)
      await here.isHeld()
      leaving.abort()
      await expect(call).rejects.toThrow()

      await vi.waitUntil(() => typeof here.line()?.ms === 'number')
      expect(here.line()).toMatchObject({ status: 499, code: 'NOT-00002', ...line })
      expect((await here.order()).status).toBe(retry)
    })
  }
}

for (const [what, release] of [
  ['its scenario is switched off', ({ simulator }) => simulator.scenarios.off(anyName('mine'))],
  ['all scenarios are switched off', ({ simulator }) => simulator.scenarios.off()],
  ['its scenario is removed', ({ simulator }) => simulator.scenarios.remove(anyName('mine'))],
] as [string, (here: Awaited<ReturnType<typeof held>>) => Promise<void>][]) {
  rule('decisions §16', `a held call continues when ${what}`, async () => {
    const here = await held('before-work')
    const call = here.order()
    await here.isHeld()

    await release(here)

    expect((await call).status).toBe(201)
  })
}

rule('decisions §16', 'a held call continues when its scenario expires', async () => {
  const here = await held('before-work')
  await here.simulator.scenarios.use(anyName('mine'), { ttl: 1_000 })
  const call = here.order()
  await here.isHeld()

  await here.simulator.advance({ by: 1_000 })

  expect((await call).status).toBe(201)
})

rule('decisions §16', 'a held call continues when its scenario expires on a running clock, without another call', async () => {
  const here = await held('before-work', 'fetch', { clock: 'real' })
  await here.simulator.scenarios.use(anyName('mine'), { ttl: 20 })

  expect((await here.order()).status).toBe(201)
})

rule('decisions §16', 'switching off another scenario does not release a held call', async () => {
  const here = await held('before-work')
  here.simulator.scenarios.define('other', { summary: 'Other', rules: [{ on: 'fileTransfer', latency: 'PT1S' }] })
  await here.simulator.scenarios.use(anyName('other'))
  const settled: string[] = []
  const call = here.order().finally(() => settled.push('answered'))
  await here.isHeld()
  await here.simulator.scenarios.off(anyName('other'))
  await new Promise((resolve) => setImmediate(resolve))

  expect(settled).toEqual([])
  await here.simulator.scenarios.off()
  await call
})

test('a call that has arrived when everything is let go of is not held later', async () => {
  const { client, simulator } = await withRules([{ on, hold: { when: 'after-work' } }])
  const gate = simulator.gate(on, { at: 'before-work' })
  const call = client.call(on, { as: ttd, body: orderTo(toEmail()) })
  await gate.arrived(1)

  simulator.endStreams()

  expect((await call).status).toBe(201)
})

test('the first call after a reset that keeps scenarios is held', async () => {
  const here = await withRules([{ on, hold: { when: 'before-work' } }])
  for (const id of ['1', '2']) await here.client.call('fileTransfer.overview', { params: { fileTransferId: id } })
  here.simulator.reset(['scenarios'])
  const settled: string[] = []
  const call = here.client.call(on, { as: ttd, body: orderTo(toEmail()) }).finally(() => settled.push('answered'))
  await vi.waitUntil(() => here.line()?.scenario === 'mine')
  await new Promise((resolve) => setImmediate(resolve))

  expect(settled).toEqual([])
  await here.simulator.scenarios.off()
  expect((await call).status).toBe(201)
})

rule('decisions §14', 'a held call continues after atMost', async () => {
  const { client } = await withRules([{ on, hold: { when: 'before-work', atMost: 'PT0.01S' } }])

  expect((await client.call(on, { as: ttd, body: orderTo(toEmail()) })).status).toBe(201)
})

test.each([
  ['before-work', ['held 60000', 'worked']],
  ['after-work', ['worked', 'held 60000']],
] as const)('a call is held %s: %j', async (when, steps) => {
  const { around, did } = surroundings()
  await hold.wrap({ when, atMost: 'PT60S' }, around)

  expect(did).toEqual(steps)
})

test('an atMost of more than a minute is refused', () => {
  const document = { summary: 'Mine', rules: [{ on: 'all', hold: { when: 'before-work', atMost: 'PT61S' } }] }

  expect(() => readScenario('mine', document, 'defined')).toThrow('hold.atMost: "PT61S" is more than a minute.')
})
