import { expect, test } from 'vitest'
import { plainCircumstances } from '../../../../src/service/areas/circumstances.ts'
import { skew } from '../../../../src/service/failures/effects/skew.ts'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import { anyName } from '../../../../src/service/wire/misuse.ts'
import { ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { draws, withRules } from '../../../support/rules.ts'

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
  // A token is valid five seconds before it is issued.
  ['-PT5S', 404],
  ['-PT6S', 401],
] as const) {
  rule('decisions §14', `a token of two minutes is answered ${status} with a skew of ${ahead}`, async () => {
    const { ask, simulator } = await asked(ahead)

    expect((await ask()).status).toBe(status)

    await simulator.scenarios.off()
    expect((await ask()).status).toBe(404)
  })
}

rule('decisions §14', 'a clock that is behind accepts an expired token', async () => {
  const { ask, simulator } = await asked('-PT20S', 30)
  await simulator.scenarios.off()
  const fresh = await ask()
  await simulator.advance({ by: 45_000 })
  const expired = await ask()
  await simulator.scenarios.use(anyName('mine'))

  expect([fresh.status, expired.status, (await ask()).status]).toEqual([404, 401, 404])
})

rule('decisions §14', 'only tokens are checked against the skewed clock', async () => {
  const { ask, simulator } = await asked('PT1M')
  await ask()

  expect(simulator.world.clock.now()).toBe(simulator.world.data.created)
  expect(simulator.world.journal.calls.list().at(-1)).toMatchObject({ at: simulator.world.data.created, scenario: 'mine' })
})

test('a skew without on or without a duration is refused', () => {
  const read = (written: object) => () => readScenario('mine', { summary: 'Mine', rules: [written] }, 'defined')

  expect(read({ skew: 'PT5M' })).toThrow('rules[0]: needs "on", because `skew` can affect any operation.')
  expect(read({ on: 'all', skew: '5 minutes' })).toThrow(
    'skew: "5 minutes" is not a duration of fixed length, such as 30s, 1h30m, 8d or PT10M, or -5m.',
  )
  expect(read({ on: 'notifications.sendMessage', skew: 'PT5M' })).not.toThrow()
})

test('skews of several effects add up', () => {
  const once = skew.decide('PT5M', plainCircumstances, draws())

  expect(skew.decide('-PT1M', once, draws()).skew()).toBe(240_000)
})
