/** Files of a folder that are torn, or that another Standin wrote. */

import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { changedClients } from '../../src/areas/authentication/records/registered-client.ts'
import { orders as orderKind } from '../../src/areas/notifications/records/orders.ts'
import { removeBefore } from '../../src/keeping/generations.ts'
import { isChained } from '../../src/keeping/kinds.ts'
import { lineOf, readBatches } from '../../src/keeping/lines.ts'
import { Misuse } from '../../src/misuse.ts'
import { keptIn, orders, ordersAndBases, temporary } from '../support/kept-folder.ts'

/** A folder with so many orders, each in a commit of its own. */
async function withOrders(count: number, longLog?: number): Promise<string> {
  const folder = temporary()
  const here = await keptIn(folder, { longLog })
  await ordersAndBases(here, folder, count)
  here.close()
  return folder
}

const newestBase = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^base-\d{6}$/.test(name))
    .sort()
    .at(-1) ?? ''

test('a log that ends in the middle of a commit is cut there, and the message names it', async () => {
  const folder = await withOrders(3)
  const log = join(folder, 'log-000001')
  const whole = readFileSync(log)
  const last = whole.lastIndexOf('\n', -2) + 1
  for (const [nth, size] of [whole.length - 1, last + 20, last + 1].entries()) {
    writeFileSync(log, whole.subarray(0, size))
    const here = await keptIn(folder)
    expect(here.simulator.world.environments.test.of(orderKind).size).toBe(2)
    expect(here.told).toEqual([
      expect.stringContaining(`${log} is torn after ${last} bytes: the last ${size - last} bytes are no whole commit.`),
    ])
    here.close()
    expect(readFileSync(`${log}.torn${nth === 0 ? '' : `-${nth + 1}`}`)).toEqual(whole.subarray(last, size))
  }
})

/** What Standin says of a log whose first so many lines are whole. */
function tornAt(log: string, line: number, nth = ''): string {
  const bytes = readFileSync(log)
  const whole = bytes
    .toString()
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + Buffer.byteLength(each) + 1, 0)
  return `${log} is torn after ${whole} bytes: the last ${bytes.length - whole} bytes are no whole commit, because line ${line} is changed, or lines before it are missing, doubled or exchanged. Standin uses the state before them. They are in ${basename(log)}.torn${nth}.\n`
}

/** What can happen to whole lines, and the line where it shows. */
const damages: Readonly<Record<string, (lines: readonly string[], at: number) => readonly [lines: readonly string[], shows: number]>> = {
  missing: (lines, at) => [lines.toSpliced(at, 1), at],
  doubled: (lines, at) => [lines.toSpliced(at, 0, lines[at] as string), at + 1],
  exchanged: (lines, at) => [lines.toSpliced(at, 2, lines[at + 1] as string, lines[at] as string), at],
  'with another sign': (lines, at) => [lines.with(at, `+${lines[at]?.slice(1)}`), at],
}

test.each(Object.entries(damages))('a whole line in the middle of a log that is %s is noticed at each place', async (_, damage) => {
  const folder = await withOrders(6)
  const log = join(folder, 'log-000001')
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1)
  const counts: number[] = []
  for (let at = 1; at < lines.length - 1; at++) {
    const [damaged, shows] = damage(lines, at)
    writeFileSync(log, `${damaged.join('\n')}\n`)
    const expected = tornAt(log, shows + 1, at === 1 ? '' : `-${at}`)
    const here = await keptIn(folder)
    expect(here.told).toEqual([expected])
    counts.push(here.simulator.world.environments.test.of(orderKind).size)
    here.opened.close()
    const again = await keptIn(folder)
    expect([again.told, again.simulator.world.environments.test.of(orderKind).size]).toEqual([[], counts.at(-1)])
    again.opened.close()
  }
  // The state before the damage, each time.
  expect([counts[0], counts]).toEqual([0, counts.toSorted((one, other) => one - other)])
  expect(counts.at(-1)).toBeGreaterThanOrEqual(4)
})

test('a line that is missing in the middle of a base is noticed, and the state before the base is used', async () => {
  const folder = temporary()
  const first = await keptIn(folder, { longLog: 10_000 })
  for (let nth = 0; nth < 1_200; nth++) first.simulator.clients.put({ id: `client-${nth}`, orgNo: '991825827', scopes: [] })
  await ordersAndBases(first, folder, 3)
  first.close()
  const base = join(folder, newestBase(folder))
  const lines = readFileSync(base, 'utf8').split('\n')
  expect(lines.length).toBeGreaterThan(4)
  writeFileSync(base, lines.toSpliced(2, 1).join('\n'))
  const whole = `${lines.slice(0, 2).join('\n')}\n`.length
  const here = await keptIn(folder)
  expect(here.told).toEqual([
    `${base} is torn after ${whole} bytes, because line 3 is changed, or lines before it are missing, doubled or exchanged. Standin begins with the state before it.\n`,
  ])
  expect([here.simulator.world.environments.test.of(orderKind).size, here.simulator.world.of(changedClients).size]).toEqual([3, 1_200])
})

/** Gives a log the form in which the checksum of a line covers only this line. */
function inForm1(log: string): void {
  const jsons = readFileSync(log, 'utf8').split('\n').slice(0, -1)
  const written = jsons.map((line, nth) => {
    const json = nth === 0 ? line.slice(10).replace('"version":2', '"version":1') : line.slice(10)
    return `${line[0]}${crc32(json).toString(16).padStart(8, '0')} ${json}\n`
  })
  writeFileSync(log, written.join(''))
}

test('a log in the form before opens, and what follows goes to another log, whose lines are tied', async () => {
  const folder = await withOrders(3)
  inForm1(join(folder, 'log-000001'))
  const here = await keptIn(folder)
  expect([here.told, here.simulator.world.environments.test.of(orderKind).size]).toEqual([[], 3])
  await orders(here, 2, 'more')
  here.close()
  expect(readFileSync(join(folder, 'log-000002'), 'utf8')).toContain('"version":2')
  const again = await keptIn(folder)
  expect([again.told, again.simulator.world.environments.test.of(orderKind).size]).toEqual([[], 5])
})

test.each([0, 1])('a log in the form before that lost line %i, in which a world begins, is used up to there', async (lost) => {
  const folder = await withOrders(3)
  const log = join(folder, 'log-000001')
  inForm1(log)
  const lines = readFileSync(log, 'utf8').split('\n')
  // The head of a world can come again.
  const kept = lines.filter((line, at) => at !== lost && !line.includes('"world",0,')).join('\n')
  writeFileSync(log, kept)
  const whole = lines
    .slice(0, lost)
    .map((line) => `${line}\n`)
    .join('').length
  const here = await keptIn(folder)
  expect(here.told).toEqual([
    `${log} is torn after ${whole} bytes: the last ${kept.length - whole} bytes are no whole commit, because lines before line ${lost + 1} are missing. Standin uses the state before them. They are in log-000001.torn.\n`,
  ])
  expect(here.simulator.world.environments.test.of(orderKind).size).toBe(0)
  await orders(here, 1, 'more')
  here.close()
  const again = await keptIn(folder)
  expect(again.simulator.world.environments.test.of(orderKind).size).toBe(1)
})

test('what follows a wrong byte is not used', async () => {
  const folder = await withOrders(3)
  const log = join(folder, 'log-000001')
  const bytes = readFileSync(log)
  const at = bytes.lastIndexOf('Order_Registered')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(log, bytes)
  const here = await keptIn(folder)
  expect([here.simulator.world.environments.test.of(orderKind).size, here.told.length]).toEqual([2, 1])
  await orders(here, 1, 'more')
  here.close()
  expect((await keptIn(folder)).simulator.world.environments.test.of(orderKind).size).toBe(3)
})

test('a base that is torn is replaced by the state before it, with the same result', async () => {
  const folder = await withOrders(60, 10_000)
  const base = newestBase(folder)
  expect(Number(base.slice(5))).toBeGreaterThan(2)
  truncateSync(join(folder, base), 2_000)
  const [first = ''] = readFileSync(join(folder, base), 'utf8').split('\n')
  const here = await keptIn(folder)
  expect(here.told).toEqual([`${join(folder, base)} is torn after ${first.length + 1} bytes. Standin begins with the state before it.\n`])
  expect(here.simulator.world.environments.test.of(orderKind).size).toBe(60)
  here.close()
})

test('a file of a newer Standin is refused with its name', async () => {
  const folder = await withOrders(1)
  const log = join(folder, 'log-000002')
  appendFileSync(log, lineOf('=', JSON.stringify({ format: 'standin-data', version: 1, standin: '99.0.0', kinds: { order: 99 } })).bytes)
  const opening = keptIn(folder)
  await expect(opening).rejects.toThrow(Misuse)
  await expect(opening).rejects.toThrow(
    `${log} cannot be read: it was written by Standin 99.0.0, which is newer. Name another folder (--data).`,
  )
})

test('a folder that another process uses is refused', async () => {
  const folder = temporary()
  const here = await keptIn(folder)
  await expect(keptIn(folder)).rejects.toThrow(
    `Another Standin (process ${process.pid}) uses the folder ${folder}. Stop it first, or name another folder (--data).`,
  )
  here.close()
  const again = await keptIn(folder)
  again.close()
})

test('a path that is not a folder is refused, and the message says what to do', async () => {
  const folder = temporary()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expect(keptIn(file)).rejects.toThrow(`The folder ${file} cannot be used: EEXIST: `)
  await expect(keptIn(join(file, 'below'))).rejects.toThrow(Misuse)
})

test.each(['{"RS256":', '', 'null', '5', '[1]', '{"RS256":{}}', '{"RS256":{"ring":[{}]}}', '{"RS256":{"ring":[{"kty":"RSA"}]}}'])(
  'keys that are torn (%j) are refused with what to do',
  async (text) => {
    const folder = temporary()
    writeFileSync(join(folder, 'keys.json'), text)
    const opening = keptIn(folder)
    await expect(opening).rejects.toThrow(Misuse)
    await expect(opening).rejects.toThrow(`${join(folder, 'keys.json')} is torn: `)
  },
)

test('a wrong byte at the beginning of the last commit is noticed', async () => {
  const folder = await withOrders(1)
  const log = join(folder, 'log-000001')
  const whole = readFileSync(log)
  const last = whole.lastIndexOf('\n', -2) + 1
  for (let at = last; at < last + 12; at++) {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ 0x41
    writeFileSync(log, bytes)
    expect(readBatches(log, { take: () => true, isChained }), `byte ${at}`).toMatchObject({ end: last })
  }
})

test('the base before a new one stays with all its logs, when a base between them failed', () => {
  const folder = temporary()
  const files = ['base-000003', 'log-000003', 'base-000004', 'log-000004', 'log-000005', 'base-000006', 'log-000006']
  for (const name of files) writeFileSync(join(folder, name), '')
  removeBefore(folder, 6)
  expect(readdirSync(folder).sort()).toEqual(files.slice(2).sort())
})
