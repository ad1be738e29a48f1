import fc from 'fast-check'
import { allowances } from '../../../src/service/engine/limits.ts'
import { createRecords } from '../../../src/service/world/records.ts'
import { expect, rule } from '../../support/rule.ts'

const minute = 60_000
const row = 'fileTransfer.overview'

/** A model: it keeps every accepted call, and searches them all each time. */
function naive(limit: number) {
  const calls: number[] = []
  return (now: number) => {
    const recent = calls.filter((at) => at > now - minute)
    if (recent.length >= limit) return { left: -1, resetsAt: (recent[0] ?? now) + minute }
    calls.push(now)
    const left = limit - recent.length - 1
    return { left, resetsAt: (left > 0 ? now : (recent[0] ?? now)) + minute }
  }
}

rule('decisions §4', 'a window slides: it holds exactly the calls of the last minute', () => {
  const waits = fc.array(fc.oneof(fc.nat(20_000), fc.constantFrom(0, 1, minute - 1, minute, minute + 1)), { maxLength: 80 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), waits, (limit, all) => {
      const windows = createRecords().of(allowances)
      const oracle = naive(limit)
      let now = 1_000_000
      for (const wait of all) {
        now += wait
        expect(windows.spend(row, 'someone', limit, now)).toEqual({ limit, ...oracle(now) })
      }
    }),
    { seed: 1, numRuns: 300 },
  )
})

rule('decisions §4', 'callers and rows do not spend for each other', () => {
  const { spend } = createRecords().of(allowances)
  spend(row, 'someone', 1, 0)

  expect(spend(row, 'someone else', 1, 0).left).toBe(0)
  expect(spend('fileTransfer.search', 'someone', 1, 0).left).toBe(0)
  expect(spend(row, 'someone', 1, 0).left).toBe(-1)
})

rule('decisions §12', 'looking spends nothing', () => {
  const { spend, look } = createRecords().of(allowances)

  expect(look(row, 'someone', 3, 5)).toEqual({ limit: 3, left: 3, resetsAt: 5 })
  spend(row, 'someone', 3, 10)
  expect([look(row, 'someone', 3, 20), look(row, 'someone', 3, 20)]).toEqual(Array(2).fill({ limit: 3, left: 2, resetsAt: 10 + minute }))
})

for (const [left, then] of [
  [0, -1],
  [-5, -1],
  [1, 0],
  [3, 2],
  [99, 2],
] as const) {
  rule('decisions §12', `a caller left ${left} of 3 calls has ${then} after one more, and gets the others back after a minute`, () => {
    const { set, spend } = createRecords().of(allowances)
    spend(row, 'someone', 3, 0)

    set(row, 'someone', 3, left, 100)

    expect(spend(row, 'someone', 3, 200).left).toBe(then)
    expect(spend(row, 'someone', 3, 100 + minute).left).toBe(then === -1 ? 2 : 1)
  })
}

rule('decisions §12', 'clearing gives every caller all its calls back', () => {
  const { spend, clear, list } = createRecords().of(allowances)
  spend(row, 'someone', 1, 0)
  expect(list()).toEqual([{ row, caller: 'someone', limit: 1 }])

  clear()

  expect(list()).toEqual([])
  expect(spend(row, 'someone', 1, 0).left).toBe(0)
})

rule('decisions §4', 'a limit of zero lets no call through', () => {
  const { spend, set } = createRecords().of(allowances)
  set(row, 'someone', 0, 5, 0)

  expect(spend(row, 'someone', 0, 0)).toEqual({ limit: 0, left: -1, resetsAt: 0 })
})

rule('assumed: memory is bounded', 'of very many callers, those without a call in the last minute are forgotten', () => {
  const { spend, list } = createRecords().of(allowances)
  for (let caller = 0; caller < 12_000; caller++) spend(row, `early ${caller}`, 2, 0)
  spend(row, 'regular', 2, minute)
  for (let caller = 0; caller < 14_000; caller++) spend(row, `late ${caller}`, 2, minute + 1)

  const known = list().map(({ caller }) => caller)

  expect(known.filter((caller) => caller.startsWith('early'))).toEqual([])
  expect(known).toHaveLength(14_001)
  expect(spend(row, 'regular', 2, minute + 1).left).toBe(0)
})
