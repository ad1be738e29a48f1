/** The CPU of a call with and without a recording, and the size of its capsule: `npm run bench:capsule`, Linux only. `CALLS=100000` makes more calls. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const calls = Number(process.env.CALLS ?? 20_000)
const rounds = 3
/** Calls at a time. */
const together = 8
const folder = mkdtempSync(join(tmpdir(), 'standin-bench-'))
const agent = new Agent({ keepAlive: true, maxSockets: together })

/** Milliseconds of CPU of all threads. */
const cpuOf = (pid: number) => {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

function ask(url: string, method: string, headers: Record<string, string>, body?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { method, agent, headers: { ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    asked.on('error', reject).end(body)
  })
}

/** An order, then two looks at it. */
async function load(url: string, count: number, headers: Record<string, string>, from: number): Promise<void> {
  let next = from
  const worker = async () => {
    for (let nth = next++; nth < from + count / 3; nth = next++) {
      const recipient = {
        recipientEmail: { emailAddress: 'bench@example.org', emailSettings: { subject: 'Bench', body: `Message ${nth}` } },
      }
      const made = await ask(
        `${url}/notifications/api/v1/future/orders`,
        'POST',
        headers,
        JSON.stringify({ idempotencyId: `bench-${nth}`, recipient }),
      )
      if (made.status !== 201) throw new Error(`An order was answered ${made.status}: ${made.text}`)
      const { shipmentId } = JSON.parse(made.text).notification
      for (let look = 0; look < 2; look++) await ask(`${url}/notifications/api/v1/future/shipment/${shipmentId}`, 'GET', headers)
    }
  }
  await Promise.all(Array.from({ length: together }, worker))
}

/** Microseconds of CPU for each call. */
async function measure(...options: string[]): Promise<number> {
  const args = ['src/cli/standin.js', 'start', '--port', '0', '--json', '--clock', 'frozen', ...options]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  const { url } = JSON.parse(String(line.value))
  const { text } = await ask(`${url}/_standin/tokens`, 'POST', { 'content-type': 'application/json' }, '{"org":"ttd","ttl":86400}')
  const headers = { authorization: `Bearer ${JSON.parse(text).token}`, 'content-type': 'application/json', accept: 'application/json' }
  await load(url, 3_000, headers, 0)
  const before = cpuOf(child.pid ?? 0)
  await load(url, calls, headers, 1_000_000)
  const used = cpuOf(child.pid ?? 0) - before
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  return (used * 1000) / calls
}

const plain: number[] = []
const recorded: number[] = []
const file = join(folder, 'bench.capsule')
for (let round = 0; round < rounds; round++) {
  plain.push(await measure())
  recorded.push(await measure('--record', file))
}
const median = (all: readonly number[]) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0
const bytes = statSync(file).size
console.log(
  `${calls} calls: ${median(plain).toFixed(0)} µs of CPU a call, recorded ${median(recorded).toFixed(0)} µs: × ${(median(recorded) / median(plain)).toFixed(2)}`,
)
console.log(`capsule: ${(bytes / 2 ** 20).toFixed(1)} MiB, ${Math.round(bytes / (calls + 3_000))} bytes a call`)
agent.destroy()
rmSync(folder, { recursive: true, force: true })
