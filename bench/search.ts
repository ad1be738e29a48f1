/** Measures searches among 1,000 and 100,000 transfers of one resource with every combination of filters. */

import { fileTransfers } from '../src/areas/file-transfer/records/file-transfer-index.ts'
import { searchRoles } from '../src/areas/file-transfer/search.ts'
import { fileTransferStatuses, recipientStatuses } from '../src/areas/file-transfer/wire.ts'
import type { Client } from '../src/client.ts'
import { startSimulator } from '../src/index.ts'
import { initializeBody, parties } from './calls.ts'
import { median } from './median.ts'

const most = 5
const { sender, recipient } = parties
const resourceId = 'standin-plain'
const start = Date.parse('2026-06-01T10:00:00Z')

/** Stores transfers of all statuses, and advances the clock by 100 ms after each hundred. */
async function store(client: Client, advance: (by: number) => Promise<unknown>, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const spoilt = nth % 10 === 9 ? { checksum: '0'.repeat(32) } : {}
    const body = { ...JSON.parse(initializeBody(nth)), ...spoilt, resourceId, disableVirusScan: true }
    const { body: params } = await client.call('fileTransfer.initialize', { as: sender, body })
    if (nth % 10 > 1) await client.call('fileTransfer.upload', { as: sender, params, body: new Uint8Array(8) })
    if (nth % 10 > 5 && nth % 10 < 9) await client.call('fileTransfer.download', { as: recipient, params })
    if (nth % 10 === 8) await client.call('fileTransfer.confirmDownload', { as: recipient, params })
    if (nth % 100 === 99) await advance(100)
  }
}

const either = <T>(values: readonly T[]): readonly (T | undefined)[] => [undefined, ...values]
const times = [{}, { from: start }, { to: start }, { from: start + 10_000, to: start + 20_000 }].map((range) =>
  Object.fromEntries(Object.entries(range).map(([end, at]) => [end, new Date(at).toISOString()])),
)

/** Every combination of filters. */
const queries = either(Object.keys(fileTransferStatuses)).flatMap((status) =>
  either(Object.keys(recipientStatuses)).flatMap((recipientStatus) =>
    either(searchRoles).flatMap((role) =>
      times.flatMap((range) =>
        ['true', 'false'].map((orderAscending) => {
          const named = Object.entries({ resourceId, status, recipientStatus, role, ...range, orderAscending })
          return new URLSearchParams(named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
        }),
      ),
    ),
  ),
)

async function measure(count: number) {
  const { simulator, url, close } = await startSimulator({ port: 0, clock: 'frozen', now: start, rateLimits: 'off' })
  const client = simulator.client()
  await store(client, (by) => simulator.advance({ by }), count)
  const tokens = await Promise.all([sender, recipient].map(async (as) => (await simulator.token({ ...as, ttl: 86_400 })).token))
  const { signal } = new AbortController()
  let found = 0
  const inProcess = async (query: URLSearchParams, token: string): Promise<number> => {
    const call = {
      method: 'GET',
      url: `/broker/api/v1/filetransfer?${query}`,
      headers: { host: 'localhost', authorization: `Bearer ${token}` },
      signal,
      isLocal: () => true,
    }
    const began = performance.now()
    const { answer, sent } = await simulator.carry(call)
    const took = performance.now() - began
    sent({ bytes: 0, complete: true })
    if (answer.status !== 200 || typeof answer.body !== 'string') throw new Error(`${query} was answered ${answer.status}`)
    found += (JSON.parse(answer.body) as string[]).length
    return took
  }
  const overHttp = async (query: URLSearchParams, token: string): Promise<number> => {
    const began = performance.now()
    const reply = await fetch(`${url}/broker/api/v1/filetransfer?${query}`, { headers: { authorization: `Bearer ${token}` } })
    await reply.arrayBuffer()
    return performance.now() - began
  }
  const rounds = async (ask: typeof inProcess, repeats: number) => {
    const each: number[] = []
    for (const query of queries) {
      for (const token of tokens) {
        const took: number[] = []
        for (let round = 0; round < repeats; round++) took.push(await ask(query, token))
        each.push(median(took))
      }
    }
    return each
  }
  await rounds(inProcess, 1)
  found = 0
  const walked = await rounds(inProcess, 5)
  await rounds(overHttp, 1)
  const carried = await rounds(overHttp, 3)
  const stored = simulator.world.environments.test.of(fileTransfers).size
  await close()
  return { stored, searches: queries.length * tokens.length, found: found / 5, walked, carried }
}

const milliseconds = (values: readonly number[]) => ({ median: median(values).toFixed(3), slowest: Math.max(...values).toFixed(3) })

const lines = []
for (const count of [1_000, 100_000]) {
  const { walked, carried, ...facts } = await measure(count)
  const [inProcess, overHttp] = [milliseconds(walked), milliseconds(carried)]
  lines.push({
    ...facts,
    'ms, median search': inProcess.median,
    'ms, slowest search': inProcess.slowest,
    'ms over HTTP, median': overHttp.median,
    'ms over HTTP, slowest': overHttp.slowest,
  })
  // Over HTTP, the slowest of thousands depends on other processes, so the median counts.
  if (Math.max(...walked, median(carried)) > most) process.exitCode = 1
}
console.table(lines)
