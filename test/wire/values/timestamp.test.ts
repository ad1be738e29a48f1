import fc from 'fast-check'
import { expect } from 'vitest'
import { offset, zulu } from '../../../src/wire/values/timestamp.ts'
import { rule } from '../../support/rule.ts'

const instant = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }).map((date) => date.getTime())
const seen = fc.oneof(
  instant,
  instant.map((at) => at - (at % 10)),
  instant.map((at) => at - (at % 100)),
  instant.map((at) => at - (at % 1000)),
)

rule('notifications §1.1, file-transfer §0', 'a point in time can be read back exactly', () => {
  fc.assert(
    fc.property(seen, (at) => {
      expect([Date.parse(zulu(at)), Date.parse(offset(at))]).toEqual([at, at])
    }),
    { seed: 1, numRuns: 500 },
  )
})

rule('notifications §1.1', 'the fraction has no trailing zero, and is left out where it is nothing', () => {
  fc.assert(
    fc.property(seen, (at) => {
      expect(zulu(at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,2}[1-9])?Z$/)
    }),
    { seed: 1, numRuns: 500 },
  )
})

for (const [written, digits] of [
  ['2026-07-27T08:01:04.518Z', 3],
  ['2026-07-27T08:01:04.51Z', 2],
  ['2026-07-27T08:01:04.5Z', 1],
  ['2026-07-27T08:01:04Z', 0],
  ['2026-07-27T08:01:04.005Z', 3],
  ['2026-07-27T08:01:00.1Z', 1],
] as const) {
  rule('notifications §1.1', `${written} is written with ${digits} digits`, () => {
    expect(zulu(Date.parse(written))).toBe(written)
    expect(offset(Date.parse(written))).toBe(written.replace('Z', '+00:00'))
  })
}
