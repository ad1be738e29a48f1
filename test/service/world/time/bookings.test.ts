import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Booking, bookingId, compareBookings, createAgenda, newAgenda } from '../../../../src/service/world/time/bookings.ts'

const booking = (at: number, cause: string, nth = 0, step = true): Booking => ({
  at,
  cause,
  nth,
  job: 'notifications.takeOrder',
  step,
  environment: 'test',
  data: {},
})

/** Few instants and few causes, so that ties are common. Each id is booked once. */
const bookings = fc.uniqueArray(
  fc
    .tuple(fc.nat(4), fc.array(fc.nat(12), { minLength: 1, maxLength: 4 }), fc.nat(12), fc.boolean())
    .map(([at, cause, nth, step]) => booking(at, cause.join('.'), nth, step)),
  { selector: (each) => `${each.at} ${bookingId(each)}`, maxLength: 60 },
)

/** The order by its definition: by instant, then id by id, and a cause before its bookings. */
function compare(one: Booking, other: Booking): number {
  const [ones, others] = [one, other].map((each) => [each.at, ...bookingId(each).split('.').map(Number)]) as [number[], number[]]
  const at = ones.findIndex((name, index) => name !== others[index])
  if (at < 0) return ones.length - others.length
  return (ones[at] ?? 0) - (others[at] ?? Number.NEGATIVE_INFINITY)
}

test('bookings are taken in sorted order', () => {
  fc.assert(
    fc.property(bookings, (all) => {
      const agenda = createAgenda()
      for (const each of all) agenda.add(each)
      const listed = agenda.list()
      const taken = all.map(() => agenda.take())

      expect(taken.map((each) => each && [each.at, bookingId(each)])).toEqual(
        all.toSorted(compare).map((each) => [each.at, bookingId(each)]),
      )
      expect(listed).toEqual(taken)
      expect([agenda.list(), agenda.steps, agenda.next(), agenda.take()]).toEqual([[], 0, undefined, undefined])
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('taking and adding in turn keeps the order and the counts', () => {
  fc.assert(
    fc.property(bookings, fc.infiniteStream(fc.boolean()), (all, takes) => {
      const agenda = createAgenda()
      const model: Booking[] = []
      for (const each of all) {
        agenda.add(each)
        model.push(each)
        model.sort(compare)
        if (takes.next().value) expect(agenda.take()).toBe(model.shift())
        if (takes.next().value) expect(agenda.next()).toBe(model[0])
        expect([agenda.list(), agenda.steps]).toEqual([model, model.filter(({ step }) => step).length])
      }
    }),
    { seed: 1, numRuns: 200 },
  )
})

test('bookings that come in any order, many of them, are taken in sorted order', () => {
  const falling = Array.from({ length: 2_000 }, (_, nth) => booking(2_000 - nth, '1', nth))
  const mixed = falling.toSorted((one, other) => ((one.nth * 7_919) % 2_003) - ((other.nth * 7_919) % 2_003))
  for (const all of [falling, mixed]) {
    const agenda = createAgenda()
    for (const each of all) agenda.add(each)

    expect(all.map(() => agenda.take())).toEqual(all.toSorted(compare))
  }
})

test('two bookings never come before each other', () => {
  fc.assert(
    fc.property(bookings, (all) => {
      const [one = booking(0, '1'), other = booking(1, '1')] = all
      expect([compareBookings(one, other), compareBookings(other, one), compareBookings(one, one)].map(Math.sign)).toEqual(
        [compare(one, other), compare(other, one), 0].map(Math.sign),
      )
    }),
    { seed: 1 },
  )
})

test('calls come in the order of their arrival, not of their digits', () => {
  expect(compareBookings(booking(0, '9'), booking(0, '10'))).toBeLessThan(0)
  expect(compareBookings(booking(0, '2.10'), booking(0, '2.9'))).toBeGreaterThan(0)
})

test('a booking comes before the bookings of its own job', () => {
  const first = booking(0, '7', 2)

  expect(compareBookings(first, booking(0, bookingId(first)))).toBeLessThan(0)
  expect(compareBookings(booking(0, '7', 3), booking(0, bookingId(first)))).toBeGreaterThan(0)
})

test('a booking whose job waits is kept in the data, and is booked again when the data is loaded', () => {
  const data = newAgenda()
  const agenda = createAgenda(data)
  for (const at of [3, 1, 2]) agenda.add(booking(at, '1'))
  const [first, second] = [agenda.take(), agenda.take()]
  for (const taken of [first, second]) if (taken) agenda.hold(taken)
  if (first) agenda.end(first)

  const loaded = createAgenda(structuredClone(data))

  expect([first?.at, second?.at, agenda.list().length, agenda.steps]).toEqual([1, 2, 1, 1])
  expect([loaded.list().map(({ at }) => at), loaded.steps]).toEqual([[2, 3], 2])
})

test('a booking that was removed is in no list, also after its data was copied', () => {
  const data = newAgenda()
  const agenda = createAgenda(data)
  const [followed, gone] = [[] as string[], booking(2, '2')]
  for (const each of [booking(1, '1'), gone, booking(3, '3')]) agenda.add({ ...each, data: { cause: each.cause } })
  agenda.follow(({ cause }, what) => followed.push(`${cause} ${what}`))
  const removed = agenda.remove({ ...gone, data: { cause: '2' } })

  expect([removed?.cause, agenda.remove({ ...gone, data: { cause: '2' } })]).toEqual(['2', undefined])
  for (const each of [agenda, createAgenda(structuredClone(data))]) {
    expect([each.steps, each.list().map(({ cause }) => cause)]).toEqual([2, ['1', '3']])
    expect([each.take()?.cause, each.take()?.cause, each.take()]).toEqual(['1', '3', undefined])
  }
  expect(followed).toEqual(['2 ended'])
})

test('bookings with the same time and id are ordered by their attempts, and each can be removed', () => {
  const attempts = [0, 1, 2].map((again) => ({ ...booking(5, '1'), data: { again }, ...(again > 0 && { again }) }))
  const agenda = createAgenda()
  for (const each of attempts.toReversed()) agenda.add(each)

  expect(agenda.list()).toEqual(attempts)
  for (const each of attempts) expect(agenda.remove(each)).toBe(each)
  expect(agenda.list()).toEqual([])
})
