/** What a folder lost: numbers are not given twice, and lost files are named. */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileTransfers } from '../../src/service/areas/file-transfer/records/file-transfers.ts'
import { orders as orderKind } from '../../src/service/areas/notifications/records.ts'
import { published, recipient } from '../support/file-transfers.ts'
import { folderWith } from '../support/folder.ts'
import { type Kept, keptIn, orders } from '../support/kept-folder.ts'
import { expect, test } from '../support/rule.ts'

const idsIn = ({ simulator }: Kept) =>
  simulator.world.environments.test
    .of(orderKind)
    .findMany()
    .map(({ id }) => id)

const files = ['standin.db', 'standin.db-wal']

/** A copy of a database that is in use, as a kill leaves it. */
function copied(folder: string, names = files): string {
  const copy = folderWith()
  for (const name of names) if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name))
  return copy
}

/** How many orders a start finds. Further orders get ids that none had before. */
async function restarted(folder: string, ids: readonly string[], told: readonly string[] = []): Promise<number> {
  const here = await keptIn(folder)
  const before = idsIn(here)
  await orders(here, 60, 'more')
  const made = idsIn(here).filter((id) => !before.includes(id))
  expect([here.told, made.length, made.filter((id) => ids.includes(id))]).toEqual([told, 60, []])
  here.close()
  const again = await keptIn(folder)
  expect([again.told, idsIn(again).length]).toEqual([[], before.length + 60])
  again.close()
  return before.length
}

test('after a kill everything is there, and no id comes twice', async ({ folder }) => {
  const here = await keptIn(folder)
  await orders(here, 40)
  const copy = copied(folder)
  const ids = idsIn(here)
  here.close()
  expect(await restarted(copy, ids)).toBe(40)
})

test('a database that lost its log after a kill is used as it was before, and no id comes twice', async ({ folder }) => {
  const here = await keptIn(folder)
  await orders(here, 40)
  const copy = copied(folder, ['standin.db'])
  const ids = idsIn(here)
  here.close()
  const path = join(copy, 'standin.db')
  const told = [
    `${path}-wal is missing: its changes have been lost, unless another program has moved them into ${path}, or this is a backup. Standin starts with the contents of ${path}.\n`,
  ]
  expect(await restarted(copy, ids, told)).toBeLessThan(40)
})

test('a copy of a while ago that is brought back after a kill repeats no id', async ({ folder }) => {
  const here = await keptIn(folder)
  await orders(here, 3)
  const copy = copied(folder)
  for (let nth = 0; nth < 1_000; nth++) await here.client.call('fileTransfer.overview', { params: { fileTransferId: String(nth) } })
  await orders(here, 40, 'late')
  const ids = idsIn(here)
  here.close()
  expect(await restarted(copy, ids)).toBe(3)
})

test('calls that change nothing have numbers that do not come twice, either', async ({ folder }) => {
  const here = await keptIn(folder)
  await here.isKept()
  const carry = here.opened.around(async () => {
    here.simulator.world.data.calls++
    return { answer: { status: 204, headers: {} }, sent: () => {} }
  })
  const call = { method: 'GET', url: 'http://standin.test/', headers: {}, signal: new AbortController().signal, isLocal: () => true }
  for (let nth = 0; nth < 30_000; nth++) {
    await carry(call)
    if (nth % 100 === 0) await here.isKept()
  }
  const { calls } = here.simulator.world.data
  const copy = copied(folder, ['standin.db'])
  here.close()
  expect((await keptIn(copy)).simulator.world.data.calls).toBeGreaterThan(calls)
})

test('a world that is made after a kill repeats no number, either', async ({ folder }) => {
  const here = await keptIn(folder)
  await orders(here, 3)
  const copy = copied(folder)
  here.close()
  const again = await keptIn(copy)
  await again.simulator.reach('team')
  const { calls, tokens, interventions } = again.simulator.knobs('team').world.data
  expect(calls).toBeGreaterThan(10_000)
  expect([tokens, interventions]).toEqual([calls, calls])
})

test('who asks for lost content learns what is missing and what helps, and a purge ends it', async ({ folder }) => {
  const first = await keptIn(folder)
  const id = await published(first.client, { content: 'here' })
  first.close()
  const [path = ''] = readdirSync(join(folder, 'content'), { recursive: true, encoding: 'utf8' }).slice(-1)
  rmSync(join(folder, 'content', path))
  const lost = `The file for file transfer ${id} in world default has been lost (4 bytes, MD5 ${createHash('md5').update('here').digest('hex')}): ${join(folder, 'content', path)} does not exist. Stop Standin, restore the file, and start again; or purge it: standin files expire ${id} --world default.`

  const here = await keptIn(folder)
  const { simulator, client } = here
  expect(here.told).toEqual([`${lost}\n`])
  const { status, text } = await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId: id } })
  const { journal } = simulator.journal.list({ operation: 'fileTransfer.download' })
  expect([status, JSON.parse(text), journal[0]?.why]).toMatchObject([500, { detail: lost }, expect.stringContaining(lost.slice(0, 120))])
  await expect(simulator.snapshot()).rejects.toThrow(lost)
  await simulator.fileTransfers.expire('test', id)
  expect((await simulator.snapshot()).contents).toEqual([])
})

test('a download and a snapshot name a file that was removed since the start', async ({ folder }) => {
  const { client, simulator } = await keptIn(folder)
  const id = await published(client, { content: 'here' })
  rmSync(join(folder, 'content'), { recursive: true })
  const gone = new RegExp(`${join(folder, 'content')}/\\S+ does not exist`)
  const { status, text } = await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId: id } })
  expect([status, text]).toEqual([500, expect.stringMatching(gone)])
  await expect(simulator.snapshot()).rejects.toThrow(gone)
})

test('content of a world that was removed by hand is named, and a whole folder that was removed begins anew', async () => {
  const folder = join(folderWith(), 'data')
  const here = await keptIn(folder)
  const id = await published(here.client, { content: 'here' })
  here.close()
  rmSync(join(folder, 'content'), { recursive: true })
  const again = await keptIn(folder)
  expect(again.told).toEqual([expect.stringContaining(`The file for file transfer ${id} in world default has been lost`)])
  expect(again.simulator.world.environments.test.of(fileTransfers).get(id)).toBeDefined()
  again.close()
  rmSync(folder, { recursive: true })
  const fresh = await keptIn(folder)
  expect([fresh.told, fresh.simulator.world.environments.test.of(fileTransfers).size]).toEqual([[], 0])
})
