import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventNames, eventType, subjectUrn } from '../../../../../src/service/areas/events/cloud-events/cloud-event.ts'
import { deletedSubscriptions, type Subscription, subscriptions } from '../../../../../src/service/areas/events/records/subscriptions.ts'
import { resourceUrn } from '../../../../../src/service/wire/identifiers.ts'
import { createRecords } from '../../../../../src/service/world/records.ts'

const few = <T>(...values: T[]) => fc.constantFrom(...values)
const names = eventNames.slice(0, 2)
const made = fc.record({
  endPoint: few('a', 'b'),
  resourceFilter: few(...['x', 'y'].map(resourceUrn)),
  subjectFilter: few(null, '', ...['1', '2'].map(subjectUrn)),
  typeFilter: few(null, '', 'null', ...names.map(eventType)),
  includeSubunits: fc.boolean(),
  consumer: few('/org/a', '/organisation/1'),
})
const step = fc.oneof(made, fc.integer({ min: 1, max: 12 }))

test('the indexes find what a search through all subscriptions finds', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const records = createRecords().of(subscriptions)
      let all: Subscription[] = []
      for (const each of steps) {
        if (typeof each === 'number') {
          const found = records.records.get(each)
          if (found) records.remove(found, 0)
          all = all.filter(({ id }) => id !== each)
        } else all.push(records.add({ ...each, orgNo: '1', base: '', created: 0, validated: null }))
      }
      const oldest = all.toSorted((one, other) => one.id - other.id)

      expect(records.records.size).toBe(all.length)
      for (const consumer of ['/org/a', '/organisation/1']) {
        expect(records.of(consumer)).toEqual(oldest.filter((each) => each.consumer === consumer))
      }
      for (const resourceId of ['x', 'y']) {
        const here = oldest.filter(({ resourceFilter }) => resourceFilter === resourceUrn(resourceId))
        expect(records.on(resourceUrn(resourceId))).toEqual(here)
        for (const orgNo of ['1', '2', '3']) {
          for (const name of names) {
            const [subject, type] = [subjectUrn(orgNo), eventType(name)]
            const matching = here
              .filter(({ subjectFilter }) => subjectFilter === null || subjectFilter === subject)
              .filter(({ typeFilter }) => typeFilter === null || typeFilter === type)
            expect(records.matching({ resource: resourceUrn(resourceId), subject, type, source: '' })).toEqual(matching)
          }
        }
      }
      for (const each of all) {
        const { id: _id, orgNo: _orgNo, base: _base, created: _created, validated: _validated, ...wish } = each
        expect(records.same(wish)).toMatchObject(wish)
        expect(records.same({ ...wish, endPoint: 'c' })).toBeUndefined()
      }
    }),
    { seed: 1, numRuns: 300 },
  )
})

const hour = 3_600_000
const event = { resource: resourceUrn('x'), subject: subjectUrn('1'), type: eventType(eventNames[0]), source: 'https://a.example/b/c' }
const matching = { endPoint: 'a', resourceFilter: resourceUrn('x'), subjectFilter: null, typeFilter: null, includeSubunits: false }
const made0 = { ...matching, consumer: '/org/a', orgNo: '1', base: '', created: 0 }

test('what asked for an event at a time was validated by then, and not yet deleted', () => {
  const records = createRecords().of(subscriptions)
  const [first] = [records.add({ ...made0, validated: 10 }), records.add({ ...made0, validated: 30 })]
  records.add({ ...made0, validated: null })
  records.add({ ...made0, typeFilter: 'other', validated: 0 })
  records.remove(first, 20)
  const idsAt = (at: number) => records.matchingAsOf(event, at).map(({ id }) => id)

  expect([9, 10, 19, 20, 29, 30].map(idsAt)).toEqual([[], [1], [1], [], [], [2]])
  expect([19, 20].map((at) => records.existed(1, at))).toEqual([true, false])
})

test('deleted subscriptions are remembered for an hour, a thousand at most', () => {
  const { of } = createRecords()
  const records = of(subscriptions)
  const deleteAt = (at: number) => records.remove(records.add({ ...made0, validated: 0 }), at)
  deleteAt(0)
  deleteAt(hour)

  expect(
    of(deletedSubscriptions)
      .findMany()
      .map(({ at }) => at),
  ).toEqual([hour])

  for (let count = 0; count < 1_100; count++) deleteAt(hour + 1)

  expect(of(deletedSubscriptions).findMany()).toHaveLength(1_000)
})
