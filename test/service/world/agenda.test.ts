import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Booking, bookingId, createAgenda, earlier, newAgenda } from '../../../src/service/world/agenda.ts'

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
      expect([agenda.size, agenda.steps, agenda.next(), agenda.take()]).toEqual([0, 0, undefined, undefined])
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
        expect([agenda.size, agenda.steps]).toEqual([model.length, model.filter(({ step }) => step).length])
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
      expect([earlier(one, other), earlier(other, one), earlier(one, one)]).toEqual([
        compare(one, other) < 0,
        compare(other, one) < 0,
        false,
      ])
    }),
    { seed: 1 },
  )
})

test('calls come in the order of their arrival, not of their digits', () => {
  expect(earlier(booking(0, '9'), booking(0, '10'))).toBe(true)
  expect(earlier(booking(0, '2.10'), booking(0, '2.9'))).toBe(false)
})

test('a booking comes before the bookings of its own job', () => {
  const first = booking(0, '7', 2)

  expect(earlier(first, booking(0, bookingId(first)))).toBe(true)
  expect(earlier(booking(0, '7', 3), booking(0, bookingId(first)))).toBe(false)
})

test('listing takes nothing', () => {
  const agenda = createAgenda()
  agenda.add(booking(5, '1'))

  agenda.list().pop()

  expect(agenda.size).toBe(1)
})

test('a booking whose job waits is kept in the data, and is booked again when the data is loaded', () => {
  const data = newAgenda()
  const agenda = createAgenda(data)
  for (const at of [3, 1, 2]) agenda.add(booking(at, '1'))
  const [first, second] = [agenda.take(), agenda.take()]
  for (const taken of [first, second]) if (taken) agenda.hold(taken)
  if (first) agenda.end(first)

  const loaded = createAgenda(structuredClone(data))

  expect([first?.at, second?.at, agenda.size, agenda.steps]).toEqual([1, 2, 1, 1])
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
    expect([each.size, each.steps, each.list().map(({ cause }) => cause)]).toEqual([2, 2, ['1', '3']])
    expect([each.take()?.cause, each.take()?.cause, each.take()]).toEqual(['1', '3', undefined])
  }
  expect(followed).toEqual(['2 ended'])
})

test('what was removed takes no room when most of an agenda was', () => {
  const data = newAgenda()
  const agenda = createAgenda(data)
  for (let at = 0; at < 100; at++) agenda.add({ ...booking(at, `${at}`), data: { at } })
  for (let at = 99; at > 10; at--) agenda.remove({ ...booking(at, `${at}`), data: { at } })

  expect(data.removed.size + data.runs.flatMap(({ things }) => things).length).toBeLessThan(50)
  expect(agenda.list().map(({ at }) => at)).toEqual([...Array(11).keys()])
})
