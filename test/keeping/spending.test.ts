/** Calls that count against rate limits, in a folder that keeps worlds. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spend } from '../../src/keeping/spending.ts'
import { published, recipient } from '../support/file-transfers.ts'
import { basesIn, type Kept, keptIn, temporary } from '../support/kept-folder.ts'
import { written } from '../support/kept-world.ts'

const limited = { settings: { rateLimits: 'current' } } as const

async function looks({ client, isKept }: Kept, fileTransferId: string, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    await client.call('fileTransfer.overview', { as: recipient, params: { fileTransferId } })
    await isKept()
  }
}

const allowancesIn = ({ simulator }: Kept) => written(simulator.world).environments.test?.allowances

test('what a call writes does not grow with the calls before it', async () => {
  const folder = temporary()
  const here = await keptIn(folder, limited)
  here.simulator.callers.put(recipient.orgNo, { 'fileTransfer.overview': 1_000_000_000 })
  const id = await published(here.client)
  const size = () => statSync(join(folder, 'log-000001')).size
  await looks(here, id, 1)
  const sizes = [size()]
  for (let round = 0; round < 3; round++) {
    await looks(here, id, 100)
    sizes.push(size())
  }
  const [first = 0, , last = 0] = sizes.slice(1).map((each, nth) => each - (sizes[nth] ?? 0))
  expect(last).toBeLessThan(first * 1.2)
  expect(last / 100).toBeLessThan(400)
  const before = allowancesIn(here)
  here.close()
  expect(before?.map(({ calls }) => calls.length)).toContain(301)
  expect(allowancesIn(await keptIn(folder, limited))).toEqual(before)
})

test('calls that are spent while a base is written count once', async () => {
  const folder = temporary()
  const here = await keptIn(folder, { ...limited, longLog: 3_000 })
  const id = await published(here.client)
  for (let round = 0; round < 4; round++) {
    await looks(here, id, 50)
    await basesIn(here, folder)
  }
  const before = allowancesIn(here)
  here.close()
  expect(readdirSync(folder).some((name) => name > 'base-000002' && name < 'content')).toBe(true)
  expect(allowancesIn(await keptIn(folder, limited))).toEqual(before)
})

test('a call that an allowance has already is not added again, and calls of more than a minute ago count no longer', () => {
  const allowance = { operation: 'x', caller: 'y', limit: 4, calls: [0, 10], guessed: true, spent: 7, over: 0 }
  spend(allowance, { from: 5, times: [0, 10, 20] })
  expect(allowance).toMatchObject({ calls: [0, 10, 20], guessed: false, spent: 8 })
  spend(allowance, { from: 8, times: [60_005, 60_006, 60_007] })
  expect(allowance.calls.slice(allowance.over)).toEqual([20, 60_005, 60_006, 60_007])
})
