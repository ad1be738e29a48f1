/** Files of a folder that were emptied, cut or removed by hand: Standin notices, and gives no id twice. */

import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileTransfers } from '../../src/areas/file-transfer/records/file-transfer-index.ts'
import { orders as orderKind } from '../../src/areas/notifications/records/orders.ts'
import { published, recipient } from '../support/file-transfers.ts'
import { type Kept, keptIn, orders, ordersAndBases, temporary } from '../support/kept-folder.ts'

const ordersIn = ({ simulator }: Kept) => simulator.world.environments.test.of(orderKind)
const idsIn = (here: Kept) =>
  ordersIn(here)
    .findMany()
    .map(({ id }) => id)

/** A folder with orders, and the ids of all of them. */
async function withOrders(count: number, longLog?: number) {
  const folder = temporary()
  const here = await keptIn(folder, { longLog })
  here.simulator.knobs('team')
  await ordersAndBases(here, folder, count)
  const ids = idsIn(here)
  here.close()
  const newest = (kind: 'base' | 'log') =>
    join(
      folder,
      readdirSync(folder)
        .filter((name) => new RegExp(`^${kind}-\\d{6}$`).test(name))
        .sort()
        .at(-1) ?? '',
    )
  return { folder, ids, newest }
}

/** What a restart says, how many orders it finds, and that further orders get ids that none had before. */
async function restarted(folder: string, ids: readonly string[]) {
  const here = await keptIn(folder)
  const found = idsIn(here)
  await orders(here, 60, 'more')
  const made = idsIn(here).filter((id) => !found.includes(id))
  expect([made.length, made.filter((id) => ids.includes(id))]).toEqual([60, []])
  here.close()
  const again = await keptIn(folder)
  expect([again.told, idsIn(again).length]).toEqual([[], found.length + 60])
  again.close()
  return { told: here.told, found: found.length }
}

const losses: Readonly<Record<string, (log: string) => void>> = {
  emptied: (log) => truncateSync(log, 0),
  removed: (log) => rmSync(log),
}

test.each(Object.entries(losses))('the only log %s: the message names it, worlds are empty, and no id comes twice', async (_, lose) => {
  const { folder, ids, newest } = await withOrders(3)
  const log = newest('log')
  const what = _ === 'emptied' ? 'empty' : 'gone'
  lose(log)
  const { told, found } = await restarted(folder, ids)
  expect([told, found]).toEqual([[`${log} is ${what}: what it held is lost. Standin begins with the state before it.\n`], 0])
})

test.each(Object.entries(losses))('the newest log %s: the state before it is used', async (_, lose) => {
  const { folder, ids, newest } = await withOrders(60, 10_000)
  const log = newest('log')
  lose(log)
  const { told, found } = await restarted(folder, ids)
  expect(told).toEqual([expect.stringContaining(`${log} is `)])
  expect(found).toBeGreaterThan(20)
})

test('a base that was removed is named, and the state before it gives the same', async () => {
  const { folder, ids, newest } = await withOrders(60, 10_000)
  const base = newest('base')
  rmSync(base)
  const { told, found } = await restarted(folder, ids)
  expect([told, found]).toEqual([[`${base} is gone. Standin begins with the state before it.\n`], 60])
})

test('a log in the middle that was removed is named, and what follows it is kept aside', async () => {
  const { folder, ids, newest } = await withOrders(60, 10_000)
  const base = newest('base')
  const last = Number(base.slice(-6))
  rmSync(base)
  const before = join(folder, `log-${String(last - 1).padStart(6, '0')}`)
  rmSync(before)
  const after = newest('log')
  const { told } = await restarted(folder, ids)
  expect(told).toEqual([
    `${base} is gone. Standin begins with the state before it.\n`,
    `${before} is gone: what it held is lost. Standin begins with the state before it.\n`,
    `${after} follows a file that is torn or lost. Standin does not use it. It is ${after.slice(-10)}.torn now.\n`,
  ])
})

test('a log that lost whole commits at its end is noticed', async () => {
  const { folder, ids, newest } = await withOrders(3)
  const log = newest('log')
  const whole = readFileSync(log)
  const size = whole.lastIndexOf('\n', -2) + 1
  truncateSync(log, size)
  const { told, found } = await restarted(folder, ids)
  expect([told, found]).toEqual([[`${log} has ${size} bytes, and had ${whole.length}: its end is lost. Standin uses what is there.\n`], 2])
})

test('a log that lost whole commits at its end after a kill: no id comes twice', async () => {
  const folder = temporary()
  const here = await keptIn(folder)
  await orders(here, 3)
  const before = readFileSync(join(folder, 'log-000001')).length
  const manifest = readFileSync(join(folder, 'manifest.json'))
  // A log says as many numbers of calls at once.
  for (let nth = 0; nth < 1_000; nth++) await here.client.call('fileTransfer.overview', { params: { fileTransferId: String(nth) } })
  await orders(here, 40, 'late')
  const ids = idsIn(here)
  here.close()
  truncateSync(join(folder, 'log-000001'), before)
  writeFileSync(join(folder, 'manifest.json'), manifest)
  expect((await restarted(folder, ids)).found).toBe(3)
})

test('a world that is made after a loss repeats no number, either', async () => {
  const { folder, newest } = await withOrders(3)
  const numbers = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).numbers
  rmSync(newest('log'))
  const here = await keptIn(folder)
  expect(here.simulator.knobs('team').world.data).toMatchObject({ calls: numbers, tokens: numbers, interventions: numbers })
  here.close()
  expect((await keptIn(folder)).simulator.knobs('other').world.data.calls).toBe(numbers)
})

test('a folder of before, without a manifest, says that its log is missing', async () => {
  const { folder, newest } = await withOrders(1)
  rmSync(newest('log'))
  rmSync(join(folder, 'manifest.json'))
  writeFileSync(join(folder, 'keys.json'), '{"RS256":{"ring":[{"kty":"RSA","d":"secret"}]}}')
  const here = await keptIn(folder)
  expect(here.told).toEqual([`${folder} has keys.json, and no log: what was kept is lost. Standin begins with empty worlds.\n`])
})

test.each(['', '{"format":', '[]', 'null', '\0\0\0\0', '{"format":"standin-manifest","version":1,"log":-1}'])(
  'a manifest that holds %j is named and kept aside, and nothing else is lost',
  async (text) => {
    const { folder } = await withOrders(2)
    const path = join(folder, 'manifest.json')
    writeFileSync(path, text)
    const here = await keptIn(folder)
    expect(here.told).toEqual([`${path} is torn. It is ${path}.torn now. Standin goes on with the logs that are there.\n`])
    expect([ordersIn(here).size, readFileSync(`${path}.torn`, 'utf8')]).toEqual([2, text])
  },
)

test('a manifest of a newer Standin is refused', async () => {
  const { folder } = await withOrders(1)
  writeFileSync(join(folder, 'manifest.json'), '{"format":"standin-manifest","version":2}')
  await expect(keptIn(folder)).rejects.toThrow(`${join(folder, 'manifest.json')} cannot be read: a newer Standin wrote it.`)
})

test('who asks for lost content learns what is missing and what helps, and a purge ends it', async () => {
  const folder = temporary()
  const first = await keptIn(folder)
  const id = await published(first.client, { content: 'here' })
  first.close()
  const [path = ''] = readdirSync(join(folder, 'content'), { recursive: true, encoding: 'utf8' }).slice(-1)
  rmSync(join(folder, 'content', path))
  const lost = `The file of the file transfer ${id} in the world default is lost (4 bytes, MD5 ${createHash('md5').update('here').digest('hex')}): there is no file ${join(folder, 'content', path)}. Stop Standin, bring the file back, and start again; or purge it: standin files expire ${id} --world default.`

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

test('a download and a snapshot name a file that was removed since the start', async () => {
  const folder = temporary()
  const { client, simulator } = await keptIn(folder)
  const id = await published(client, { content: 'here' })
  rmSync(join(folder, 'content'), { recursive: true })
  const gone = `there is no file ${join(folder, 'content')}`
  const { status, text } = await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId: id } })
  expect([status, text]).toEqual([500, expect.stringContaining(gone)])
  await expect(simulator.snapshot()).rejects.toThrow(gone)
})

test('keys that were removed are named at each start until there are new ones', async () => {
  const folder = temporary()
  const path = join(folder, 'keys.json')
  const first = await keptIn(folder)
  const { token } = await first.simulator.token({ org: 'ttd' })
  first.close()
  rmSync(path)
  const said = [`${path} is gone: tokens of before are not valid. Standin signs with new keys. Bring the file back, if you have it.\n`]
  for (let start = 0; start < 2; start++) {
    const here = await keptIn(folder)
    expect(here.told).toEqual(said)
    here.close()
  }
  const here = await keptIn(folder)
  await here.simulator.token({ org: 'ttd' })
  here.close()
  expect([(await keptIn(folder)).told, token]).toEqual([[], expect.any(String)])
})

test('content of a world that was removed by hand is named, and a whole folder that was removed begins anew', async () => {
  const folder = join(temporary(), 'data')
  const here = await keptIn(folder)
  const id = await published(here.client, { content: 'here' })
  here.close()
  rmSync(join(folder, 'content'), { recursive: true })
  const again = await keptIn(folder)
  expect(again.told).toEqual([expect.stringContaining(`The file of the file transfer ${id} in the world default is lost`)])
  expect(again.simulator.world.environments.test.of(fileTransfers).get(id)).toBeDefined()
  again.close()
  rmSync(folder, { recursive: true })
  const fresh = await keptIn(folder)
  expect([fresh.told, fresh.simulator.world.environments.test.of(fileTransfers).size]).toEqual([[], 0])
})

test('a second torn end of the same log leaves the first one as it is', async () => {
  const { folder, newest } = await withOrders(3)
  const log = newest('log')
  const bytes = readFileSync(log)
  const garbage = Buffer.concat([Buffer.from('garbage\nmore\n'), Buffer.alloc(5_000, 'x\n')])
  for (const nth of ['', '-2']) {
    writeFileSync(log, Buffer.concat([existsSync(`${log}.torn`) ? readFileSync(log) : bytes, garbage]))
    const { size } = statSync(log)
    const here = await keptIn(folder)
    const whole = size - garbage.length
    expect(here.told).toEqual([
      `${log} is torn after ${whole} bytes: the last ${garbage.length} bytes are no whole commit. Standin uses the state before them. They are in log-000001.torn${nth}.\n`,
    ])
    expect(readFileSync(`${log}.torn${nth}`)).toEqual(garbage)
    await orders(here, 1, `after${nth}`)
    here.close()
    copyFileSync(`${log}.torn`, `${log}.first`)
  }
  expect(readFileSync(`${log}.first`)).toEqual(garbage)
})
