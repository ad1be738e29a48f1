import { expect, test } from 'vitest'
import { plainCircumstances } from '../../../../src/service/areas/circumstances.ts'
import { brokerEvent } from '../../../../src/service/areas/events/cloud-events/stored-event.ts'
import { events } from '../../../../src/service/failures/effects/events.ts'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import type { Draws } from '../../../../src/service/failures/scenario/effect.ts'
import { published, recipient, sender, unknownId } from '../../../support/file-transfers.ts'
import { rule } from '../../../support/rule.ts'
import { draws, withRules } from '../../../support/rules.ts'
import { endpoint, subscribed, subscriber } from '../../../support/subscribers.ts'

type Options = Parameters<typeof events.decide>[0]

const event = brokerEvent(
  { id: 'one', name: 'published', at: 0, resourceId: 'standin-plain', fileTransferId: unknownId, orgNo: sender.orgNo, role: 'Sender' },
  '',
)
const plan = (options: Options, with_: Draws = draws()) => events.decide(options, plainCircumstances, with_).delivery(event, { id: 1 })

for (const [options, drawn, nth, times] of [
  [{ delay: 'PT5S' }, [], 1, [5_000]],
  [{ duplicate: true }, [], 1, [0, 1_000]],
  [{ duplicate: 0.3 }, [0.29], 1, [0, 1_000]],
  [{ duplicate: 0.3 }, [0.3], 1, [0]],
  [{ drop: true }, [], 1, []],
  [{ drop: 0.3 }, [0.29], 1, []],
  [{ drop: 0.3 }, [0.3], 1, [0]],
  [{ drop: 0 }, [0], 1, [0]],
  [{ reorder: true }, [], 1, [10_000]],
  [{ reorder: true }, [], 2, [0]],
  [{ reorder: 'PT1M' }, [], 3, [60_000]],
  [{ delay: 'PT5S', duplicate: true, reorder: true }, [], 1, [15_000, 16_000]],
  [{ drop: 0.5, duplicate: 0.5 }, [0.6, 0.4], 1, [0, 1_000]],
] as const) {
  rule('decisions §14', `event ${nth} with ${JSON.stringify(options)} draws [${drawn.join()}] comes after [${times.join()}] ms`, () => {
    expect(plan(options, { ...draws(...drawn), count: () => nth })).toEqual(times)
  })
}

rule('decisions §14', 'reorder holds back every other event of each subscription', () => {
  const { delivery } = events.decide({ reorder: true }, plainCircumstances, draws())

  expect([1, 2, 1, 1, 2].map((id) => delivery(event, { id }))).toEqual([[10_000], [10_000], [0], [10_000], [0]])
})

rule('decisions §14', 'without the effect, an event is delivered once and at once', () => {
  expect(plainCircumstances.delivery(event, { id: 1 })).toEqual([0])
})

test('the effect concerns jobs that ask how an event is delivered', () => {
  const target = { id: 'events.deliver', dependsOn: [] }

  expect([events.concerns({ drop: true }, { ...target, asks: ['delivery'] }), events.concerns({ drop: true }, target)]).toEqual([
    true,
    false,
  ])
})

test.each([
  [{}, 'events: needs at least one of these options'],
  [{ drop: 2 }, 'events.drop: 2'],
  [{ drop: false }, 'events.drop: unknown value false'],
  [{ reorder: '5 apples' }, 'events.reorder'],
  [{ delay: '5 apples' }, 'events.delay'],
  [{ dup: true }, 'unknown member "dup"'],
])('%j is refused', (options, sentence) => {
  expect(() => readScenario('mine', { summary: 'Mine', rules: [{ events: options }] }, 'defined')).toThrow(sentence)
})

/** What two subscribers receive when a file is published, with the seconds after the upload. */
async function toldOf(options: Options) {
  const here = await withRules([{ events: options }])
  const hook = await endpoint()
  await subscribed(here.client, { endPoint: hook.url, as: subscriber(recipient) })
  await subscribed(here.client, { endPoint: hook.url, as: subscriber(sender) })
  await here.simulator.advance({ until: 'settled' })
  const began = here.simulator.world.clock.now()
  await published(here.client)
  const { happened } = await here.simulator.advance({ until: 'settled' })
  const deliveries = happened.filter(({ what }) => what === 'events.deliver').map(({ at }) => (Date.parse(at) - began) / 1000)
  return {
    types: hook.events().map(({ event }) => event.type.split('.').at(-1)),
    ids: hook.events().map(({ event }) => event.id),
    deliveries,
  }
}

rule('decisions §14', 'subscribers get events late, twice or not at all', async () => {
  const plain = await toldOf({ drop: 0 })
  const [lost, twice, late] = [await toldOf({ drop: true }), await toldOf({ duplicate: true }), await toldOf({ delay: 'PT30S' })]

  expect(plain.types).toEqual(['filetransferinitialized', 'published', 'published'])
  expect(lost.types).toEqual([])
  expect([twice.types.length, new Set(twice.ids).size]).toEqual([6, 3])
  expect(late.deliveries).toEqual(plain.deliveries.map((at) => at + 30))
})

rule('decisions §14', 'with reorder, an event overtakes another', async () => {
  const { types, deliveries } = await toldOf({ reorder: true })

  expect(types).not.toEqual((await toldOf({ drop: 0 })).types)
  expect(deliveries.at(-1)).toBeGreaterThan(10)
})
