/** Calls that count against rate limits, in a folder that keeps worlds. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/persistence/sqlite/node-sqlite.ts'
import { createSpending, type SpendingRows, spend } from '../../../src/persistence/store/spending.ts'
import { windowWith } from '../../../src/service/world/allowance.ts'
import { published, recipient } from '../../support/file-transfers.ts'
import { type Kept, keptIn, temporary } from '../../support/kept-folder.ts'
import { written } from '../../support/kept-world.ts'

const limited = { settings: { rateLimits: 'current' } } as const

async function looks({ client, isKept }: Kept, fileTransferId: string, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    await client.call('fileTransfer.overview', { as: recipient, params: { fileTransferId } })
    await isKept()
  }
}

const allowancesIn = ({ simulator }: Kept) => written(simulator.world).environments.test?.allowances

/** The rows of calls in a database, and the characters of their JSON. */
function spentIn(folder: string) {
  const database = openDatabase(join(folder, 'standin.db'), { readOnly: true })
  const row = database.prepare("SELECT count(*) AS rows, sum(length(json)) AS size FROM record WHERE kind = 'spent'").get()
  database.close()
  return row as { rows: number; size: number }
}

test('calls that count are there again, in rows of a few each', async () => {
  const folder = temporary()
  const here = await keptIn(folder, limited)
  here.simulator.callers.put(recipient.orgNo, { 'fileTransfer.overview': 1_000_000_000 })
  const id = await published(here.client)
  await looks(here, id, 301)
  const before = allowancesIn(here)
  here.close()
  expect(before?.map(({ calls }) => calls.length)).toContain(301)
  const { rows, size } = spentIn(folder)
  expect(rows).toBeGreaterThan(15)
  expect(size / rows).toBeLessThan(400)

  const again = await keptIn(folder, limited)
  expect(allowancesIn(again)).toEqual(before)
  await looks(again, id, 3)
  const after = allowancesIn(again)
  again.close()
  // The first call after a start writes the whole allowance.
  expect(spentIn(folder).rows).toBeLessThan(5)
  expect(allowancesIn(await keptIn(folder, limited))).toEqual(after)
})

/** What an allowance writes for each call. */
function spendingOf(limit: number, before: readonly number[] = []) {
  const spending = createSpending(before)
  const lying = new Map<number, string>()
  const window = windowWith({ operation: 'x', caller: 'y', limit }, [], false)
  window.times = new Float64Array(limit)
  let [rows, size] = [0, 0]
  const writing: SpendingRows = {
    newRow: () => ++rows,
    remove: (row) => void lying.delete(row),
    put(row, spent) {
      lying.set(row, JSON.stringify(spent))
      size += JSON.stringify(spent).length
    },
  }
  /** Spends a call, as a window does. Returns the characters that it writes. */
  function call(at: number): number {
    size = 0
    if (window.count === limit) {
      window.first = (window.first + 1) % limit
      window.count--
    }
    window.times[(window.first + window.count++) % limit] = at
    window.spent++
    spending.add(window, writing)
    return size
  }
  return { call, lying, removed: () => spending.removeAll(writing), rows: () => rows }
}

test('what a call writes does not grow with the calls before it, and rows of calls that count no longer are used again', () => {
  const { call, lying, rows, removed } = spendingOf(100)
  const sizes = Array.from({ length: 2_000 }, (_, nth) => call(1_800_000_000_000 + nth))
  expect(Math.max(...sizes)).toBeLessThan(300)
  expect([rows(), lying.size]).toEqual([8, 8])
  removed()
  expect(lying.size).toBe(0)
})

test('a window that another one replaces is written as a whole, and its rows are removed', () => {
  const removed: number[] = []
  const spending = createSpending([3, 4])
  const writing: SpendingRows = { newRow: () => 9, put: () => {}, remove: (row) => void removed.push(row) }
  const window = () => windowWith({ operation: 'x', caller: 'y', limit: 5 }, [1, 2], false)
  expect([spending.add(window(), writing), removed]).toEqual([false, [3, 4]])
  expect(spending.add(window(), writing)).toBe(false)
})

test('a call that an allowance has already is not added again, and calls of more than a minute ago count no longer', () => {
  const allowance = { operation: 'x', caller: 'y', limit: 4, calls: [0, 10], guessed: true, spent: 7, over: 0 }
  spend(allowance, { from: 5, times: [0, 10, 20] })
  expect(allowance).toMatchObject({ calls: [0, 10, 20], guessed: false, spent: 8 })
  spend(allowance, { from: 8, times: [60_005, 60_006, 60_007] })
  expect(allowance.calls.slice(allowance.over)).toEqual([20, 60_005, 60_006, 60_007])
})
