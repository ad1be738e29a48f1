import fc from 'fast-check'
import { isDaytime, nextOpening, openingOfDay } from '../../../../src/service/areas/notifications/messages.ts'
import { expect, rule } from '../../../support/rule.ts'

const hour = 3_600_000
const day = 24 * hour

/** Summer time by law, without a calendar: from the last Sunday of March to the last Sunday of October, at 01:00 UTC. */
function offsetByLaw(at: number): number {
  const year = new Date(at).getUTCFullYear()
  const turn = (month: number) => {
    const last = new Date(Date.UTC(year, month, 31))
    return last.getTime() - last.getUTCDay() * day + hour
  }
  return (at >= turn(2) && at < turn(9) ? 2 : 1) * hour
}
const norwegian = (at: number) => new Date(at + offsetByLaw(at)).toISOString().slice(11, 23)

/** Any time of these decades, and more often a time near a change to or from summer time. */
const instants = fc.oneof(
  fc.integer({ min: Date.parse('2000-01-01T00:00:00Z'), max: Date.parse('2037-01-01T00:00:00Z') }),
  fc
    .tuple(
      fc.constantFrom('2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2027-03-28T01:00:00Z'),
      fc.integer({ min: -2 * day, max: 2 * day }),
    )
    .map(([turn, away]) => Date.parse(turn) + away),
)

rule('notifications §10.1, notifications §13', 'daytime is strictly after 09:00 and before 17:00 in Norway, summer and winter', () => {
  fc.assert(
    fc.property(instants, (at) => {
      const shown = norwegian(at)

      expect(isDaytime(at)).toBe(shown > '09:00:00.000' && shown < '17:00:00.000')
    }),
    { numRuns: 1_000 },
  )
})

rule('notifications §10.1', 'the next opening is the first 09:00 in Norway at or after a time', () => {
  fc.assert(
    fc.property(instants, (at) => {
      const opening = nextOpening(at)

      expect(norwegian(opening)).toBe('09:00:00.000')
      expect(opening).toBeGreaterThanOrEqual(at)
      expect(opening - at).toBeLessThanOrEqual(25 * hour)
      expect(norwegian(openingOfDay(at))).toBe('09:00:00.000')
      expect(Math.abs(openingOfDay(at) - at)).toBeLessThanOrEqual(16 * hour)
    }),
    { numRuns: 1_000 },
  )
})

for (const [at, open] of [
  ['2026-06-01T07:00:00Z', false],
  ['2026-06-01T07:00:00.001Z', true],
  ['2026-06-01T14:59:59.999Z', true],
  ['2026-06-01T15:00:00Z', false],
  ['2026-03-28T08:00:00.001Z', true],
  ['2026-03-29T07:00:00.001Z', true],
  ['2026-03-29T15:00:00Z', false],
  ['2026-10-25T07:30:00Z', false],
  ['2026-10-25T08:00:00.001Z', true],
  ['2026-12-25T08:30:00Z', true],
  ['9999-12-31T12:00:00Z', true],
] as const) {
  rule('notifications §10.1', `${at} is ${open ? '' : 'not '}in the daytime`, () => {
    expect(isDaytime(Date.parse(at))).toBe(open)
  })
}
