/** Measures how long clients wait for a comparing server, alternating with a plain Node.js proxy (`npm run bench:compare`). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './calls.ts'

/** Milliseconds that the service needs to reply: none, and as long as a fast real service. */
const delays = [0, 5]
const [rounds, callsOfRound, connections] = [7, 400, 2]
const reply = JSON.stringify({ title: 'Unauthorized', status: 401, text: 'x'.repeat(600) })

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The content of the replies makes no difference to the client. */
const service = (delay: number) =>
  createServer((req, res) => {
    const answer = () => res.writeHead(401, { 'content-type': 'application/json', 'content-length': reply.length }).end(reply)
    req.resume().on('end', () => (delay === 0 ? answer() : setTimeout(answer, delay)))
  })

function plainProxy(url: string): Server {
  const agent = new Agent({ keepAlive: true })
  return createServer((req, res) => {
    const sent = request(url + req.url, { method: req.method, headers: req.headers, agent })
    sent.once('response', (back) => {
      res.writeHead(back.statusCode ?? 502, back.headers)
      back.pipe(res)
    })
    req.pipe(sent)
  })
}

/** Duration of each call in milliseconds. */
async function timesAt(url: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ idempotencyId: '1', recipient: { recipientEmail: { emailAddress: 'a@example.org' } } })
  const times: number[] = []
  async function callAll(): Promise<void> {
    for (let calls = 0; calls < callsOfRound / connections; calls++) {
      const began = performance.now()
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      const sent = request(`${url}/notifications/api/v1/future/orders`, { method: 'POST', agent, headers }).end(body)
      const [back] = await once(sent, 'response')
      await once(back.resume(), 'end')
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: connections }, callAll))
  agent.destroy()
  return times
}

const at = (times: readonly number[], part: number) => times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? 0

async function client(plain: string, compared: string): Promise<void> {
  await timesAt(plain)
  await timesAt(compared)
  const ratios: number[] = []
  const all: Record<'plain' | 'compared', number[]> = { plain: [], compared: [] }
  for (let round = 0; round < rounds; round++) {
    const [one, other] = [await timesAt(plain), await timesAt(compared)]
    all.plain.push(...one)
    all.compared.push(...other)
    ratios.push(at(other, 0.5) / at(one, 0.5))
  }
  for (const [name, times] of Object.entries(all))
    console.log(`  ${name.padEnd(9)} p50 ${at(times, 0.5).toFixed(2)} ms, p99 ${at(times, 0.99).toFixed(2)} ms`)
  console.log(`  p50 with a comparison: ${((median(ratios) - 1) * 100).toFixed(0)} % more`)
}

async function main(): Promise<void> {
  for (const delay of delays) {
    const here = fileURLToPath(import.meta.url)
    const part = async (...role: string[]) => {
      const child = spawn(process.execPath, [here, ...role], { stdio: ['ignore', 'pipe', 'inherit'] })
      return { child, url: String((await once(child.stdout, 'data'))[0]).trim() }
    }
    const real = await part('service', String(delay))
    const plain = await part('proxy', real.url)
    const folder = mkdtempSync(join(tmpdir(), 'bench-compare-'))
    const file = join(folder, 'real.yaml')
    writeFileSync(file, `addresses: { notifications: { url: "${real.url}/notifications/api/v1" } }\n`)
    console.log(`A service that takes ${delay} ms, ${connections} connections:`)
    const standin = join(here, '../../src/apps/cli/standin.js')
    const options = ['compare', '--environment', file, '--send-to-anyone', '--report', join(folder, 'out.json')]
    const run = spawn(process.execPath, [standin, ...options, '--', process.execPath, here, 'client', plain.url], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await once(run, 'exit')
    for (const { child } of [real, plain]) child.kill()
    rmSync(folder, { recursive: true })
  }
}

const [, , role, value = ''] = process.argv
if (role === 'service') console.log(await listening(service(Number(value))))
else if (role === 'proxy') console.log(await listening(plainProxy(value)))
else if (role === 'client') await client(value, process.env.STANDIN_URL ?? '')
else await main()
