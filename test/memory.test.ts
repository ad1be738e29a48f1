/** What worlds and lines of the journal cost in memory. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { Simulator } from '../src/control/create-simulator.ts'
import { anyName } from '../src/service/wire/misuse.ts'
import type { Line } from '../src/service/world/journal/line.ts'
import { weighArrival, weighRest } from '../src/service/world/journal/ring.ts'
import { rule } from './support/rule.ts'
import { standin } from './support/standin.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Bytes that are still held after so many calls. */
async function held(calls: number, call: (nth: number) => Promise<unknown>): Promise<number> {
  const used = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = used()
  for (let nth = 0; nth < calls; nth++) await call(nth)
  return used() - before
}

const { signal } = new AbortController()

/** A call without a token. Each has texts of its own, as from a socket. */
async function refused({ carry }: Simulator, url: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]))
  const { answer, sent } = await carry({ method: 'GET', url, base: 'http://localhost', headers: own, signal, isLocal: () => true })
  expect(answer.status).toBe(401)
  sent({ bytes: 0, complete: true })
}

const path = '/broker/api/v1/filetransfer'

/** A simulator that has loaded what it loads on first use. */
async function warm(): Promise<Simulator> {
  const { simulator } = standin()
  await refused(simulator, path)
  return simulator
}

test('a world that only refused a call costs less than 36 kB', async () => {
  const simulator = await warm()
  // The smallest of three, because the engine keeps memory of its own at first.
  const each: number[] = []
  for (const round of [1, 2, 3]) each.push((await held(300, (nth) => refused(simulator, `/worlds/w-${round}-${nth}${path}`))) / 300)

  expect(Math.min(...each)).toBeLessThan(36_000)
})

test('lines share their copies of equal headers', async () => {
  const simulator = await warm()
  const headers = Object.fromEntries(Array.from({ length: 7 }, (_, nth) => [`x-${nth}`, 'x'.repeat(250)]))
  // Almost as many as a journal holds. The smallest of three, because the engine keeps memory of its own at times.
  const calls = 900
  const more: number[] = []
  for (const round of [1, 2, 3]) {
    const bare = await held(calls, () => refused(simulator, `/worlds/bare-${round}${path}`))
    more.push((await held(calls, () => refused(simulator, `/worlds/same-${round}${path}`, headers))) - bare)
  }

  expect(Math.min(...more)).toBeLessThan(calls * 1_000)
})

rule('decisions §8', 'a line does not keep a whole long address for the sake of its path', async () => {
  const simulator = await warm()
  const junk = 'j'.repeat(100_000)

  expect(await held(100, () => refused(simulator, `${path}?${Buffer.from(junk).toString('latin1')}`))).toBeLessThan(100 * 50_000)
})

rule('decisions §8', 'a line does not keep a whole long address for the sake of what the call is about', async () => {
  const simulator = await warm()
  const where = { resource: 'standin-plain' }
  simulator.scenarios.define('mine', { summary: 'Slow', rules: [{ on: 'all', where, latency: 'PT0S' }] })
  await simulator.scenarios.use(anyName('mine'))
  const junk = 'j'.repeat(100_000)

  const long = [`${path}?resourceId=${'r'.repeat(100)}&`, `/future/shipment/${'s'.repeat(100)}?`, `${path}/${'t'.repeat(100)}?`]
  for (const address of long) {
    const text = Buffer.from(`${address}${junk}`)

    expect(await held(100, () => refused(simulator, text.toString('latin1'))), address).toBeLessThan(100 * 50_000)
  }
})

rule('decisions §8', 'a text with characters beyond ASCII counts as two bytes a character against the budget', () => {
  const rest = { path: null, why: null, requestHeaders: {}, query: '', replyHeaders: null, replyBody: null, considered: null }
  const line = (requestBody: string) => ({ ...rest, requestBody, requestBytes: Buffer.byteLength(requestBody) }) as unknown as Line
  const weighed = (one: Line) => weighArrival(one) + weighRest(one)
  const [narrow, wide, empty] = ['e', '€', ''].map((character) => weighed(line(character.repeat(1_000)))) as [number, number, number]

  expect([narrow - empty, wide - empty]).toEqual([1_000, 2_000])
})
