/** The table of dialects: what its entries change, and what they leave alone. Their proofs are run by test/dialects.test.ts. */
import { expect, test } from 'vitest'
import { operations, operationsById } from '../../src/operations/index.ts'
import { areaName, areas } from '../../src/wire/areas.ts'
import { dialect } from '../../src/wire/dialect.ts'
import { type DialectEntry, dialects } from '../../src/wire/dialects.ts'
import { rateLimits } from '../../src/wire/rate-limits.ts'
import { refusals } from '../../src/wire/refusals.ts'
import { paths } from '../../src/wire/row.ts'
import { rule } from '../support/rule.ts'

const spec = dialect('spec')
const live = dialect('live')
const named = dialects.map((entry): [string, DialectEntry] => [entry.topic, entry])

test('an unpatched row looks like the tables themselves', () => {
  for (const { id } of operations.filter((row) => !('refusals' in areas[areaName(row.id)]))) {
    expect(spec.of(id)).toEqual({ area: areas[areaName(id)], refusals, constraints: {} })
  }
  expect(spec.limits).toEqual(rateLimits)
})

test('topics are told apart by their words', () => {
  expect(new Set(dialects.map(({ topic }) => topic)).size).toBe(dialects.length)
})

test.each(named)('%s: it is about an area or a row that exists', (_, { on, proof }) => {
  expect([on].flat().filter((place) => place !== '*' && !(place in areas) && !operationsById.has(place))).toEqual([])
  expect(operationsById.has(proof.call)).toBe(true)
})

test.each(named)('%s: its proof shows the row that it is about, and tells the dialects apart', (_, { on, proof }) => {
  expect([on].flat().some((place) => [proof.call, areaName(proof.call), '*'].includes(place))).toBe(true)
  expect(proof.spec).not.toEqual(proof.live)
})

test.each(named)('%s: it changes something', (_, { on, live: patch, proof }) => {
  const id = [on].flat().find((place) => operationsById.has(place)) ?? proof.call

  if (patch.limits) expect(live.limits).not.toEqual(spec.limits)
  else expect(live.of(id)).not.toEqual(spec.of(id))
  for (const [key, form] of Object.entries(patch.refusals ?? {}))
    expect(live.of(id).refusals[key as keyof typeof refusals], key).toMatchObject(form)
})

test.each(named)('%s: it constrains no parameter that its row does not have', (_, { on, live: patch }) => {
  const row = operationsById.get([on].flat().join())
  for (const name of Object.keys(patch.constraints ?? {})) expect(row && paths(row).every((path) => path.includes(`{${name}}`))).toBe(true)
})

test('an entry for one row leaves its neighbours alone', () => {
  expect(live.of('notifications.getShipment').constraints).toEqual({ id: 'guid' })
  expect(live.of('notifications.createOrder').constraints).toEqual({})
  expect(live.of('notifications.getShipment').refusals.unreachable.status).toBe(503)
  expect(live.of('notifications.createOrder').refusals.unreachable.status).toBe(500)
})

rule('decisions §1', 'rows of authentication answer as the reference in both dialects, but for what holds everywhere', () => {
  const everywhere = dialects.filter(({ on }) => on === '*').flatMap(({ live: patch }) => Object.keys(patch.refusals ?? {}))
  const id = 'authentication.getEnterpriseToken'
  const changed = Object.keys(refusals).filter((key) => {
    const name = key as keyof typeof refusals
    return JSON.stringify(live.of(id).refusals[name]) !== JSON.stringify(spec.of(id).refusals[name])
  })

  expect(changed.filter((key) => !everywhere.includes(key))).toEqual([])
  expect(live.of(id).area).toEqual(spec.of(id).area)
})

test('resolving a dialect changes neither the tables nor the other dialect', () => {
  const before = structuredClone({ areas: JSON.stringify(areas), refusals, rateLimits })
  for (const { id } of operations) live.of(id)

  expect({ areas: JSON.stringify(areas), refusals, rateLimits }).toEqual(before)
  expect(spec.of('notifications.createOrder').refusals).toEqual(refusals)
})

test('a dialect is resolved once', () => {
  expect(dialect('live')).toBe(live)
  expect(live.of('fileTransfer.search')).toBe(live.of('fileTransfer.search'))
})

rule('decisions §1', 'the RateLimit fields are of the specification only', () => {
  expect([spec.rateLimitFields, live.rateLimitFields]).toEqual([true, false])
})

rule('decisions §1', 'the live limits of details and search are 10', () => {
  const limits = { 'fileTransfer.details': { current: 10, earlier: 10 }, 'fileTransfer.search': { current: 10, earlier: 10 } }

  expect(live.limits).toEqual({ ...rateLimits, ...limits })
})
