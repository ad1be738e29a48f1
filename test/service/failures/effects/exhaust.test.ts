import { expect, test } from 'vitest'
import { plainCircumstances } from '../../../../src/service/areas/circumstances.ts'
import { exhaust } from '../../../../src/service/failures/effects/exhaust.ts'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import { anyName } from '../../../../src/service/wire/misuse.ts'
import { otherRecipient, recipient, sender } from '../../../support/file-transfers.ts'
import { rule } from '../../../support/rule.ts'
import { draws, withRules } from '../../../support/rules.ts'

type Here = Awaited<ReturnType<typeof withRules>>

const search = ({ client }: Here, as = sender) => client.call('fileTransfer.search', { as, query: { resourceId: 'standin-plain' } })

async function statuses(here: Here, count: number, as = sender): Promise<number[]> {
  const all: number[] = []
  while (all.length < count) all.push((await search(here, as)).status)
  return all
}

for (const rateLimits of ['current', 'earlier', 'off'] as const) {
  rule('decisions §14', `the limit is used up once and recovers by itself, with rate limits ${rateLimits}`, async () => {
    const here = await withRules([{ on: 'fileTransfer.search', exhaust: {} }], { rateLimits })

    const refused = await search(here)
    await here.simulator.advance({ by: 59_999 })
    const still = await search(here)
    await here.simulator.advance({ by: 1 })

    const whole = rateLimits === 'earlier' ? 10 : 30
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit')]).toEqual([
      429,
      '60',
      '"fileTransfer.search";r=0;t=60',
    ])
    expect(refused.headers.get('ratelimit-policy')).toBe(`"fileTransfer.search";q=${whole};w=60`)
    expect([still.status, still.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await statuses(here, 3)).toEqual([200, 200, 200])
  })
}

rule('decisions §14', 'left says how many calls a caller has left', async () => {
  const here = await withRules([{ on: 'fileTransfer.search', exhaust: { left: 2 } }])

  expect(await statuses(here, 4)).toEqual([200, 200, 429, 429])
})

rule('decisions §14', 'callers and rows that the rule does not cover keep their limits', async () => {
  const here = await withRules([{ on: 'fileTransfer.search', where: { org: sender.orgNo }, exhaust: {} }])
  await search(here)

  expect(await statuses(here, 1, recipient)).toEqual([200])
  expect((await here.client.call('fileTransfer.initialize', { as: sender, body: {} })).status).toBe(400)
})

rule('decisions §14', 'a rule without on uses up the limit of every row that has one', async () => {
  const here = await withRules([{ exhaust: {} }])

  expect([...(await statuses(here, 1)), ...(await statuses(here, 1, otherRecipient))]).toEqual([429, 429])
  expect((await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: 'x' } })).status).toBe(429)
  expect((await here.client.call('notifications.getShipment', { params: { id: 'x' } })).status).toBe(404)
})

rule('decisions §14', 'operation picks one row of an area', async () => {
  const here = await withRules([{ on: 'fileTransfer', exhaust: { operation: 'fileTransfer.search' } }])
  const other = await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: 'x' } })

  expect([other.status, (await search(here)).status]).toEqual([400, 429])
})

rule('decisions §12', 'a scenario that is switched on again uses up the limit again', async () => {
  const here = await withRules([{ on: 'fileTransfer.search', exhaust: {} }])
  await search(here)
  await here.simulator.advance({ by: 60_000 })
  const recovered = await search(here)
  await here.simulator.scenarios.use(anyName('mine'))

  expect([recovered.status, (await search(here)).status]).toEqual([200, 429])
})

rule('decisions §4', 'a call without a token does not use up the limit', async () => {
  const here = await withRules([{ on: 'fileTransfer.search', exhaust: {} }])
  const refused = await here.client.call('fileTransfer.search', { as: null, query: { resourceId: 'standin-plain' } })

  expect([refused.status, (await search(here)).status]).toEqual([401, 429])
})

test('a rule on a row without a limit is refused', () => {
  const read = (on: string, options: object) => () =>
    readScenario('mine', { summary: 'Mine', rules: [{ on, exhaust: options }] }, 'defined')

  expect(read('notifications.createOrder', {})).toThrow('rules[0]: `exhaust` has no effect on notifications.createOrder.')
  expect(read('fileTransfer.overview', { operation: 'fileTransfer.search' })).toThrow(
    'rules[0]: `exhaust` has no effect on fileTransfer.overview.',
  )
  expect(read('fileTransfer.search', { operation: 'notifications.createOrder' })).toThrow('unknown value "notifications.createOrder"')
})

test('the circumstances set an allowance once for each caller and row', () => {
  const { allowance } = exhaust.decide({ left: 3 }, plainCircumstances, draws())

  expect([allowance('a', 'fileTransfer.search'), allowance('a', 'fileTransfer.search'), allowance('b', 'fileTransfer.search')]).toEqual([
    { row: 'fileTransfer.search', left: 3 },
    undefined,
    { row: 'fileTransfer.search', left: 3 },
  ])
  expect(allowance('a', undefined)).toBeUndefined()
})
