/** Counts the files and functions in `src` that a warm `POST /future/orders` runs (`npm run bench:walk`); `--names` lists them. */
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startSimulator } from '../src/index.ts'
import { parties, plainOrderBody } from './calls.ts'

const { values } = parseArgs({ options: { names: { type: 'boolean', default: false } } })
const goals = { files: 55, functions: 215 }
const root = fileURLToPath(new URL('../src/', import.meta.url))

const { simulator, url, close } = await startSimulator({ port: 0, clock: 'frozen' })
const { token } = await simulator.token(parties.orderer)
let orders = 0

async function order(): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/future/orders`, { method: 'POST', headers, body: plainOrderBody(`order-${orders++}`) })
  await response.arrayBuffer()
  if (response.status !== 201) throw new Error(`The order got ${response.status}.`)
  // The journal line is closed after the reply is sent.
  await new Promise((resolve) => setImmediate(resolve))
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
for (let warm = 0; warm < 50; warm++) await order()
await session.post('Profiler.takePreciseCoverage')
await order()
const { result } = await session.post('Profiler.takePreciseCoverage')
await close()

const files = result
  .filter(({ url }) => url.startsWith('file:') && fileURLToPath(url).startsWith(root))
  .map(({ url, functions }) => ({
    path: relative(root, fileURLToPath(url)),
    ran: functions.filter(({ ranges: [range] }) => (range?.count ?? 0) > 0),
  }))
  .filter(({ ran }) => ran.length > 0)
  .toSorted((one, other) => one.path.localeCompare(other.path))

if (values.names)
  for (const { path, ran } of files) console.log(`${path}: ${ran.map(({ functionName }) => functionName || '(anonymous)').join(', ')}`)
const functions = files.reduce((sum, { ran }) => sum + ran.length, 0)
console.log(
  `One POST /future/orders runs ${files.length} files (goal: at most ${goals.files}) and ${functions} functions (at most ${goals.functions}).`,
)
