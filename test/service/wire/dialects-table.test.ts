/** What the entries of the table of dialects change, and what they do not change. test/dialects.test.ts runs their proofs. */
import { expect, test } from 'vitest'
import { areaName, areas, refusals } from '../../../src/service/areas/areas.ts'
import { dialect } from '../../../src/service/areas/dialect.ts'
import { type DialectEntry, dialects } from '../../../src/service/areas/dialects.ts'
import { operations, operationsById } from '../../../src/service/areas/index.ts'
import { paths } from '../../../src/service/wire/row.ts'
import { rateLimits } from '../../../src/service/wire/vocabulary.ts'
import { rule } from '../../support/rule.ts'

const spec = dialect('spec')
const live = dialect('live')
const named = dialects.map((entry): [string, DialectEntry] => [entry.topic, entry])

test('a row without entries has the facts of the tables', () => {
  for (const { id } of operations.filter((row) => !('refusals' in areas[areaName(row.id)]))) {
    expect(spec.of(id)).toEqual({ area: areas[areaName(id)], refusals, constraints: {}, outages: {} })
  }
  expect(spec.limits).toEqual(rateLimits)
})

test('no two entries have the same topic', () => {
  expect(new Set(dialects.map(({ topic }) => topic)).size).toBe(dialects.length)
})

test.each(named)('%s: the entry applies to an area or a row that exists', (_, { on, proof }) => {
  expect([on].flat().filter((place) => place !== '*' && !(place in areas) && !operationsById.has(place))).toEqual([])
  expect(operationsById.has(proof.call)).toBe(true)
})

test.each(named)('%s: the proof calls a row that the entry applies to, and expects different answers', (_, { on, proof }) => {
  expect([on].flat().some((place) => [proof.call, areaName(proof.call), '*'].includes(place))).toBe(true)
  expect(proof.spec).not.toEqual(proof.live)
})

test.each(named)('%s: the entry changes something', (_, { on, live: patch, proof }) => {
  const id = [on].flat().find((place) => operationsById.has(place)) ?? proof.call

  if (patch.limits) expect(live.limits).not.toEqual(spec.limits)
  else expect(live.of(id)).not.toEqual(spec.of(id))
  for (const [key, form] of Object.entries(patch.refusals ?? {}))
    expect(live.of(id).refusals[key as keyof typeof refusals], key).toMatchObject(form)
})

test.each(named)('%s: the entry constrains only parameters that its row has', (_, { on, live: patch }) => {
  const row = operationsById.get([on].flat().join())
  for (const name of Object.keys(patch.constraints ?? {})) expect(row && paths(row).every((path) => path.includes(`{${name}}`))).toBe(true)
})

const places = ['*', ...Object.keys(areas), ...operations.map(({ id }) => id)]

test.each(places)('no two entries for %s change the same thing', (place) => {
  const changed = dialects
    .filter(({ on }) => [on].flat().some((target) => target === place))
    .flatMap(({ live: { refusals: patched, area, limits, constraints } }) =>
      Object.entries({ refusals: patched, area, limits, constraints }).flatMap(([what, patch]) =>
        Object.keys(patch ?? {}).map((name) => `${what} ${name}`),
      ),
    )

  expect(changed.filter((one, at) => changed.indexOf(one) !== at)).toEqual([])
})

test('an entry for one row does not change other rows', () => {
  expect(live.of('notifications.getShipment').constraints).toEqual({ id: 'guid' })
  expect(live.of('notifications.createOrder').constraints).toEqual({})
  expect(live.of('notifications.getShipment').refusals.unreachable.status).toBe(503)
  expect(live.of('fileTransfer.overview').outages).not.toEqual(live.of('notifications.getShipment').outages)
})

rule('decisions §1', 'rows of authentication differ only by the entries that apply to every row, and by how long a grant may live', () => {
  const everywhere = dialects.filter(({ on }) => on === '*').flatMap(({ live: patch }) => Object.keys(patch.refusals ?? {}))
  const id = 'authentication.getEnterpriseToken'
  const changed = Object.keys(refusals).filter((key) => {
    const name = key as keyof typeof refusals
    return JSON.stringify(live.of(id).refusals[name]) !== JSON.stringify(spec.of(id).refusals[name])
  })

  expect(changed.filter((key) => !everywhere.includes(key))).toEqual(['MP-130', 'too-long-lived', 'issued-after-now'])
  expect(live.of(id).area).toEqual({ ...spec.of(id).area, longestGrant: 180, failsOnBrokenToken: true })
})

test('resolving a dialect does not change the tables or the other dialect', () => {
  const before = structuredClone({ areas: JSON.stringify(areas), refusals, rateLimits })
  for (const { id } of operations) live.of(id)

  expect({ areas: JSON.stringify(areas), refusals, rateLimits }).toEqual(before)
  expect(spec.of('notifications.createOrder').refusals).toEqual(refusals)
})

test('a dialect is resolved once', () => {
  expect(dialect('live')).toBe(live)
  expect(live.of('fileTransfer.search')).toBe(live.of('fileTransfer.search'))
})

rule('decisions §1', 'only the dialect of the specification sends the RateLimit fields', () => {
  expect([spec.rateLimitFields, live.rateLimitFields]).toEqual([true, false])
})

rule('decisions §1', 'the live limits of details and search are 10 calls a minute', () => {
  const limits = { 'fileTransfer.details': { current: 10, earlier: 10 }, 'fileTransfer.search': { current: 10, earlier: 10 } }

  expect(live.limits).toEqual({ ...rateLimits, ...limits })
})
