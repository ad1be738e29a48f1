import { expect, onTestFinished, test } from 'vitest'
import { nodePlatform } from '../../../src/platform/node.ts'
import { jobFacts } from '../../../src/service/areas/facts.ts'
import type { Fixtures } from '../../../src/service/areas/fixtures.ts'
import { orders } from '../../../src/service/areas/notifications/records.ts'
import { findResource, resources } from '../../../src/service/areas/resources/records.ts'
import { allowances } from '../../../src/service/engine/limits.ts'
import { createKeys } from '../../../src/service/tokens/keys.ts'
import { createJournals } from '../../../src/service/world/journal.ts'
import { createOutgoing } from '../../../src/service/world/outgoing.ts'
import { defaultSettings, type Settings } from '../../../src/service/world/settings.ts'
import {
  copyWorldData,
  endWorld,
  loadWorld,
  newWorldData,
  randomOf,
  type WorldData,
  type WorldDependencies,
} from '../../../src/service/world/world.ts'
import { rule } from '../../support/rule.ts'

const start = Date.parse('2026-06-01T10:00:00Z')
const described = { id: 'described', timeToLive: 1, purgeAfterConfirmed: false, gracePeriod: 2, unscannedApproved: true }

function worldOf(chosen: Partial<Settings> = {}, more: Partial<WorldDependencies> = {}, name = 'mine', data?: WorldData) {
  const settings: Settings = { ...defaultSettings, clock: 'frozen', ...chosen }
  const world = loadWorld(data ?? newWorldData(name, settings, start), {
    settings,
    fixtures: {
      people: [{ number: '12838590150', email: 'a@example.org' }],
      organizations: [],
      resources: [described],
      callers: [],
    } as Fixtures,
    platform: nodePlatform(),
    keys: createKeys(),
    outgoing: createOutgoing(nodePlatform(), 'off'),
    journals: createJournals(Number.POSITIVE_INFINITY, () => ''),
    bookables: jobFacts,
    run: async () => ({ at: 0, what: 'nothing' }),
    ...more,
  })
  onTestFinished(() => endWorld(world))
  return world
}

test('a world begins empty, and knows its fixtures', () => {
  const { environments, journal, contacts, scenarios, clock, data, gone } = worldOf()

  expect(Object.entries(environments).map(([name, environment]) => [name, environment.name, environment.of(orders).size])).toEqual([
    ['test', 'test', 0],
    ['production', 'production', 0],
  ])
  expect([journal.calls.size, scenarios.active, clock.agenda.size, data.calls, gone]).toEqual([0, [], 0, 0, false])
  expect(contacts.person('12838590150')?.email).toBe('a@example.org')
})

test('environments share nothing', () => {
  const { environments } = worldOf()
  environments.test.of(allowances).spend('row', 'someone', 1, 0)
  environments.test.of(resources).put(described)

  expect([environments.production.of(allowances).list(), environments.production.of(resources).size]).toEqual([[], 0])
})

test('the jobs of its clock run in the world', async () => {
  const ran: unknown[] = []
  const world = worldOf(
    {},
    {
      async run(of, { job }) {
        ran.push([of.name, job])
        return { at: 0, what: job }
      },
    },
  )
  world.clock.book({ at: start, cause: '1', nth: 0, job: 'a.job', step: true, environment: 'test', data: {} })

  await world.clock.advance({ to: start })

  expect(ran).toEqual([['mine', 'a.job']])
})

test('an ended world is gone: its clock runs no jobs, and its content is removed', async () => {
  const ran: string[] = []
  const run: WorldDependencies['run'] = async (_, { job }) => {
    ran.push(job)
    return { at: 0, what: job }
  }
  const world = worldOf({}, { run })
  const writer = world.blobs.create()
  await writer.write(new Uint8Array(10))
  await writer.finish()
  world.clock.book({ at: start, cause: '1', nth: 0, job: 'a.job', step: true, environment: 'test', data: {} })

  endWorld(world)
  await world.clock.advance({ to: start + 10 })

  expect([world.gone, ran, world.blobs.held]).toEqual([true, [], { bytes: 0, count: 0 }])
})

rule('decisions §3', 'a resource is the configured one, else the one of the fixtures, else an open one', () => {
  const world = worldOf()
  const { test: environment, production } = world.environments
  expect(findResource(world, environment, 'described')).toBe(described)
  expect(findResource(world, environment, 'unheard-of')).toMatchObject({ id: 'unheard-of', unscannedApproved: false })

  const configured = { ...described, timeToLive: 99 }
  environment.of(resources).put(configured)

  expect(findResource(world, environment, 'described')).toBe(configured)
  expect(findResource(world, production, 'described')).toBe(described)
})

rule('decisions §3', 'without open resources, a resource that is neither configured nor in the fixtures does not exist', () => {
  const world = worldOf({ openResources: false })

  expect(findResource(world, world.environments.test, 'unheard-of')).toBeUndefined()
  expect(findResource(world, world.environments.test, 'described')).toBe(described)
})

test('random values depend on the seed, the world and the cause', () => {
  const drawn = (seed: number, name: string, number: number) => randomOf(worldOf({ seed }, {}, name), 'call', number).guid()

  expect(drawn(1, 'mine', 1)).toBe(drawn(1, 'mine', 1))
  expect(new Set([drawn(1, 'mine', 1), drawn(2, 'mine', 1), drawn(1, 'yours', 1), drawn(1, 'mine', 2)]).size).toBe(4)
})

test('a copy of a running clock goes on from the time of the copy', () => {
  const real = { now: 0 }
  const platform = { ...nodePlatform(), now: () => real.now }
  const world = worldOf({ clock: 'real' }, { platform })
  real.now = 5_000
  const copy = copyWorldData(world)
  real.now = 60_000

  const loaded = worldOf({ clock: 'real' }, { platform }, 'mine', copy)

  expect([world.clock.now() - start, loaded.clock.now() - start]).toEqual([60_000, 5_000])
})
