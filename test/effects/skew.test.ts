import { expect, test } from 'vitest'
import { skew } from '../../src/effects/skew.ts'
import { readScenario } from '../../src/scenario/read-scenario.ts'
import { plainCircumstances } from '../../src/state/circumstances.ts'
import { ttd } from '../support/orders.ts'
import { rule } from '../support/rule.ts'
import { draws, withRules } from '../support/rules.ts'

const on = 'notifications.getShipment'

async function asked(ahead: string, ttl = 120) {
  const here = await withRules([{ on: 'all', skew: ahead }])
  const ask = () => here.client.call(on, { as: { ...ttd, ttl }, params: { id: 'x' } })
  return { ...here, ask }
}

for (const [ahead, status] of [
  ['PT1M59S', 404],
  ['PT2M', 401],
  ['+PT5M', 401],
  ['PT0S', 404],
  // A token is good five seconds before it is made.
  ['-PT5S', 404],
  ['-PT6S', 401],
] as const) {
  rule('decisions §14', `a token of two minutes is answered ${status} by a clock that is ${ahead} ahead`, async () => {
    const { ask, simulator } = await asked(ahead)

    expect((await ask()).status).toBe(status)

    await simulator.scenarios.off()
    expect((await ask()).status).toBe(404)
  })
}

rule('decisions §14', 'a clock that is behind takes a token for good that has expired', async () => {
  const { ask, simulator } = await asked('-PT20S', 30)
  await simulator.scenarios.off()
  const fresh = await ask()
  await simulator.advance({ by: 45_000 })
  const expired = await ask()
  await simulator.scenarios.use('mine')

  expect([fresh.status, expired.status, (await ask()).status]).toEqual([404, 401, 404])
})

rule('decisions §14', 'nothing but tokens is judged on that clock', async () => {
  const { ask, simulator } = await asked('PT1M')
  await ask()

  expect(simulator.world.clock.now()).toBe(simulator.world.created)
  expect(simulator.world.journal.calls.list().at(-1)).toMatchObject({ at: simulator.world.created, scenario: 'mine' })
})

test('without a target, or without a duration, it is refused', () => {
  const read = (written: object) => () => readScenario('mine', { summary: 'Mine', rules: [written] }, 'defined')

  expect(read({ skew: 'PT5M' })).toThrow('rules[0]: needs "on"')
  expect(read({ on: 'all', skew: '5 minutes' })).toThrow(
    'skew: "5 minutes" is no ISO 8601 duration of fixed length, such as PT5M, or -PT5M.',
  )
  expect(read({ on: 'notifications.sendMessage', skew: 'PT5M' })).not.toThrow()
})

test('skews add up, and are explained in a sentence', () => {
  const once = skew.decide('PT5M', plainCircumstances, draws())

  expect(skew.decide('-PT1M', once, draws()).skew()).toBe(240_000)
  expect([skew.explain('PT5M'), skew.explain('-PT5M')]).toEqual([
    'Tokens are judged on a clock that is PT5M ahead.',
    'Tokens are judged on a clock that is PT5M behind.',
  ])
})
