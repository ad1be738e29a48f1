/** Files of a folder that are torn, or that another Standin wrote. */
import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeBefore } from '../../src/keeping/generations.ts'
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

test('a log that ends in the middle of a commit is cut there, and the message names it', async () => {
  const folder = await withOrders(3)
  const log = join(folder, 'log-000001')
  const whole = readFileSync(log)
  const last = whole.lastIndexOf('\n', -2) + 1
  for (const [nth, size] of [whole.length - 1, last + 20, last + 1].entries()) {
    writeFileSync(log, whole.subarray(0, size))
    const here = await keptIn(folder)
    expect(here.simulator.world.environments.test.orders.size).toBe(2)
    expect(here.told).toEqual([
      expect.stringContaining(`${log} is torn after ${last} bytes: the last ${size - last} bytes are no whole commit.`),
    ])
    here.close()
    expect(readFileSync(`${log}.torn${nth === 0 ? '' : `-${nth + 1}`}`)).toEqual(whole.subarray(last, size))
  }
})

test('a log that lost the line in which a world begins is used up to there, and the message names file and line', async () => {
  const folder = await withOrders(3)
  const log = join(folder, 'log-000001')
  const lines = readFileSync(log, 'utf8').split('\n')
  const torn = (bytes: number, rest: string, line: number, nth = '') =>
    `${log} is torn after ${bytes} bytes: the last ${rest.length} bytes are no whole commit, because lines before line ${line} are missing. Standin uses the state before them. They are in log-000001.torn${nth}.\n`
  for (const [nth, lost] of [1, 0].entries()) {
    // The head of a world can come again.
    const kept = lines.filter((line, at) => at !== lost && !line.includes('"world",0,')).join('\n')
    writeFileSync(log, kept)
    const whole = lines
      .slice(0, lost)
      .map((line) => `${line}\n`)
      .join('').length
    const here = await keptIn(folder)
    expect(here.told).toEqual([torn(whole, kept.slice(whole), lost + 1, nth === 0 ? '' : '-2')])
    expect(here.simulator.world.environments.test.orders.size).toBe(0)
    await orders(here, 1, 'more')
    here.close()
    const again = await keptIn(folder)
    expect(again.simulator.world.environments.test.orders.size).toBe(1)
    again.close()
  }
})

test('what follows a wrong byte is not used', async () => {
  const folder = await withOrders(3)
  const log = join(folder, 'log-000001')
  const bytes = readFileSync(log)
  const at = bytes.lastIndexOf('Order_Registered')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(log, bytes)
  const here = await keptIn(folder)
  expect([here.simulator.world.environments.test.orders.size, here.told.length]).toEqual([2, 1])
  await orders(here, 1, 'more')
  here.close()
  expect((await keptIn(folder)).simulator.world.environments.test.orders.size).toBe(3)
})

test('a base that is torn is replaced by the state before it, with the same result', async () => {
  const folder = await withOrders(60, 10_000)
  const base =
    readdirSync(folder)
      .filter((name) => /^base-\d{6}$/.test(name))
      .sort()
      .at(-1) ?? ''
  expect(Number(base.slice(5))).toBeGreaterThan(2)
  truncateSync(join(folder, base), 2_000)
  const here = await keptIn(folder)
  expect(here.told).toEqual([`${join(folder, base)} is torn. Standin begins with the state before it.\n`])
  expect(here.simulator.world.environments.test.orders.size).toBe(60)
  here.close()
})

test('a file of a newer Standin is refused with its name', async () => {
  const folder = await withOrders(1)
  const log = join(folder, 'log-000002')
  appendFileSync(log, lineOf('=', JSON.stringify({ format: 'standin-data', version: 1, standin: '99.0.0', kinds: { order: 99 } })))
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
    expect(
      readBatches(log, () => true),
      `byte ${at}`,
    ).toMatchObject({ end: last, isRefused: false })
  }
})

test('the base before a new one stays with all its logs, when a base between them failed', () => {
  const folder = temporary()
  const files = ['base-000003', 'log-000003', 'base-000004', 'log-000004', 'log-000005', 'base-000006', 'log-000006']
  for (const name of files) writeFileSync(join(folder, name), '')
  removeBefore(folder, 6)
  expect(readdirSync(folder).sort()).toEqual(files.slice(2).sort())
})
