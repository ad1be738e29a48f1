import { expect, test } from 'vitest'
import { nodePlatform } from '../../../../src/platform/node.ts'
import { jobs } from '../../../../src/service/areas/index.ts'
import { receiver } from '../../../../src/service/failures/effects/receiver.ts'
import type { WrittenScenario } from '../../../../src/service/failures/scenario/grammar.ts'
import { published } from '../../../support/file-transfers.ts'
import { rule } from '../../../support/rule.ts'
import { switchOn, unhurried } from '../../../support/rules.ts'
import { standin } from '../../../support/standin.ts'
import { listening } from '../../../support/subscribers.ts'

/** A platform whose time passes at once while it waits. */
function hasty() {
  const machine = nodePlatform()
  let passed = 0
  async function pause(milliseconds: number): Promise<void> {
    passed += milliseconds
  }
  return { ...machine, tick: () => machine.tick() + passed, pause }
}

/** A subscriber to the events of a file transfer, under a rule. */
async function subscriberUnder(given: WrittenScenario['rules'][number], platform = nodePlatform()) {
  const here = standin({ verdicts: true, platform })
  const { events } = await listening(here)
  await switchOn(here, [given])
  await published(here.client)
  await here.simulator.advance({ by: 2_000 })
  return { simulator: here.simulator, events }
}

rule('decisions §14', 'an event whose reply is lost comes again to the same endpoint', async () => {
  const { simulator, events } = await subscriberUnder({ on: 'events.deliver', receiver: 'lost-reply' })
  const first = events().map(({ event }) => event.id)
  await simulator.advance({ by: 60_000 })
  const all = events().map(({ event }) => event.id)

  expect(first.length).toBeGreaterThan(0)
  for (const id of first) expect(all.filter((each) => each === id)).toHaveLength(2)
  expect(all).toHaveLength(2 * first.length)
})

rule('decisions §14', 'an event whose endpoint cannot be reached comes later', async () => {
  const { simulator, events } = await subscriberUnder({ on: 'events.deliver', receiver: 'unreachable' })
  const before = events().length
  await simulator.advance({ by: 60_000 })

  expect(before).toBe(0)
  expect(events().length).toBeGreaterThan(0)
})

rule('decisions §14', 'the reply of a slow receiver comes after five seconds, and counts', async () => {
  const { platform, pauses } = unhurried()
  const { simulator, events } = await subscriberUnder({ on: 'events.deliver', receiver: 'slow' }, platform)
  const first = events().length
  await simulator.advance({ by: 60_000 })

  expect(first).toBeGreaterThan(0)
  expect(events()).toHaveLength(first)
  expect(pauses.filter((each) => each > 4_000 && each <= 5_000)).toHaveLength(first)
})

rule('decisions §15', 'a reply after more than ten seconds is too late: its event comes again', async () => {
  const { platform, pauses } = unhurried()
  const { simulator, events } = await subscriberUnder({ on: 'events.deliver', receiver: 'too-late' }, platform)
  const first = events().length
  const { deliveries } = simulator.deliveries.list()
  await simulator.advance({ by: 60_000 })

  expect(first).toBeGreaterThan(0)
  expect(pauses.filter((each) => each > 9_000 && each <= 10_000)).toHaveLength(first)
  expect(deliveries.map(({ attempts }) => attempts[0]?.why)).toContain('no reply within 10 s')
  expect(events()).toHaveLength(2 * first)
})

test('a client whose replies a scenario loses is not blamed for them', async () => {
  const { simulator } = await subscriberUnder({ on: 'events.deliver', receiver: 'lost-reply' })
  const { verdicts } = await simulator.verdicts()

  expect(verdicts.find(({ id }) => id === 'webhook-answers')?.callers.filter(({ verdict }) => verdict === 'bad')).toEqual([])
})

test('a client is not blamed for an event that waited for one whose reply a scenario delays', async () => {
  const { simulator } = await subscriberUnder({ on: 'events.deliver', calls: 1, receiver: 'too-late' }, hasty())
  const { verdicts } = await simulator.verdicts()

  expect(verdicts.find(({ id }) => id === 'webhook-speed')?.callers.filter(({ verdict }) => verdict === 'bad')).toEqual([])
})

test('the effect concerns the jobs that call addresses of clients', () => {
  const concerned = jobs.filter((job) => receiver.concerns('unreachable', job)).map(({ id }) => id)

  expect(concerned).toEqual(['notifications.processOrder', 'notifications.acceptMessage', 'events.deliver', 'events.deliverAgain'])
})
