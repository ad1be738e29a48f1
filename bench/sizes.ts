/** What records take in memory, in objects of the heap, and in a folder, and how long a start with them lasts: `npm run bench:sizes`. `RECORDS=20000` makes more. */
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { getHeapSnapshot } from 'node:v8'
import type { RunningSimulator } from '../src/index.ts'
import { initializeBody, parties, plainOrderBody } from './calls.ts'
import { carry } from './carry.ts'

const { startSimulator } = (await import(new URL('../dist/index.js', import.meta.url).href)) as typeof import('../src/index.ts')

const records = Number(process.env.RECORDS ?? 5_000)
const worlds = 200
const folder = mkdtempSync(join(tmpdir(), 'standin-bench-'))
const options = { port: 0, clock: 'frozen', rateLimits: 'off', data: folder } as const

const inMemory = (): number => {
  for (let times = 0; times < 3; times++) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
/** Objects of the heap, strings and boxed numbers included. */
async function objects(): Promise<number> {
  const { snapshot } = (await json(getHeapSnapshot())) as { readonly snapshot: { readonly node_count: number } }
  return snapshot.node_count
}
const onDisk = (): number =>
  globSync('**/*', { cwd: folder, withFileTypes: true }).reduce(
    (sum, each) => sum + (each.isFile() ? statSync(join(each.parentPath, each.name)).size : 0),
    0,
  )

let running: RunningSimulator = await startSimulator(options)

const tokenOf = async (party: keyof typeof parties) => (await running.simulator.token({ ...parties[party], ttl: 86_400 })).token
const call = (method: string, url: string, token: string, type: string, text: string, wanted: number) =>
  carry(running.simulator, { method, url, token, type, text, wanted })
const [orderer, sender] = await Promise.all([tokenOf('orderer'), tokenOf('sender')])

const place = (nth: number, prefix = '') =>
  call('POST', `${prefix}/future/orders`, orderer, 'application/json', plainOrderBody(`size-${nth}`), 201)

async function upload(nth: number): Promise<void> {
  const made = await call('POST', '/broker/api/v1/filetransfer', sender, 'application/json', initializeBody(nth), 200)
  const { fileTransferId } = JSON.parse(made) as { fileTransferId: string }
  await call('POST', `/broker/api/v1/filetransfer/${fileTransferId}/upload`, sender, 'application/octet-stream', '<report/>', 200)
}

/** Resolves to the bytes of one, in memory and in the folder, and prints them. */
async function measure(what: string, count: number, make: (nth: number) => Promise<unknown>): Promise<void> {
  const [memory, disk, before] = [inMemory(), onDisk(), await objects()]
  for (let nth = 0; nth < count; nth++) await make(nth)
  await running.simulator.advance({ until: 'settled' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  const kibibytes = (bytes: number) => `${(bytes / count / 1024).toFixed(1)} KiB`
  const used = inMemory() - memory
  const made = ((await objects()) - before) / count
  console.log(`${what}: ${kibibytes(used)} in memory, ${made.toFixed(1)} objects, ${kibibytes(onDisk() - disk)} in the folder`)
}

// The journal has its greatest length, and code is compiled.
for (let nth = 0; nth < 1_500; nth++) await place(-nth - 1)
await running.simulator.advance({ until: 'settled' })

console.log(`The process: ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB, with 1,500 orders and a full journal`)
await measure('An order by email, delivered', records, (nth) => place(nth))
await measure('A file transfer with a file of 9 bytes', records, upload)
await measure('A world with one order', worlds, (nth) => place(nth, `/worlds/size-${nth}`))
await running.close()
const began = performance.now()
running = await startSimulator(options)
const took = performance.now() - began
console.log(`A start with all of them: ${took.toFixed(0)} ms, ${((took / (2 * records + 1_500)) * 1000).toFixed(0)} ms for 1,000 records`)
await running.close()

running = await startSimulator({ ...options, data: undefined, journal: 10 * records })
const { token } = await running.simulator.token({ ...parties.orderer, ttl: 86_400 })
const placeAgain = (nth: number) => call('POST', '/future/orders', token, 'application/json', plainOrderBody(`size-${nth}`), 201)
for (let nth = 0; nth < 500; nth++) await placeAgain(nth)
await measure('An order by email with its line and those of its five jobs, without a folder', records, (nth) => placeAgain(nth + 500))
await running.close()
rmSync(folder, { recursive: true })
