/** Measures how long clients wait for a comparing server, in alternation with a plain Node.js proxy (`npm run bench:compare`). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from './calls.ts'

/** Milliseconds that the service takes to reply. The network to a real service alone takes 5 to 20 ms. */
const delays = [0, 1, 5, 20]
const [rounds, warmUp, connections] = [12, 3, 2]
/**
 * Milliseconds for one round of calls to one server, and for the pause afterwards. Pending comparisons finish during the pause; otherwise
 * they would slow down the other server. If the service replies immediately, a round has more calls than the queue can hold, so some
 * comparisons run during the round.
 */
const [roundTime, pause] = [1_000, 1_000]
const reply = JSON.stringify({ title: 'Unauthorized', status: 401, text: 'x'.repeat(600) })

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The client ignores the content of replies, so all replies are equal. */
const service = (delay: number) =>
  createServer((req, res) => {
    const answer = () => res.writeHead(401, { 'content-type': 'application/json', 'content-length': reply.length }).end(reply)
    req.resume().on('end', () => (delay === 0 ? answer() : void setTimeout(delay).then(answer)))
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

let nth = 0

/** Makes calls for one round, and returns the duration of each call in milliseconds. */
async function timesAt(url: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const end = performance.now() + roundTime
  async function callAll(): Promise<void> {
    while (performance.now() < end) {
      const body = JSON.stringify({ idempotencyId: `${++nth}`, recipient: { recipientEmail: { emailAddress: 'a@example.org' } } })
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      const began = performance.now()
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

type Times = Record<'plain' | 'compared', number[][]>

/** Alternates between the servers, so that other processes affect both equally. */
async function measure(plain: string, compared: string): Promise<Times> {
  const times: Times = { plain: [], compared: [] }
  const turns = [['plain', plain] as const, ['compared', compared] as const]
  for (let round = -warmUp; round < rounds; round++)
    for (const [name, url] of round % 2 ? turns : turns.toReversed()) {
      const measured = await timesAt(url)
      if (round >= 0) times[name].push(measured)
      await setTimeout(pause)
    }
  return times
}

const at = (times: readonly number[], part: number) => times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? 0

function print(delay: number, { plain, compared }: Times, { calls, apart }: { calls: number; apart: Record<string, number> }): void {
  const line = (name: string, values: readonly string[]) => console.log(name.padEnd(24) + values.map((each) => each.padStart(10)).join(''))
  const parts = [0.5, 0.95]
  line(`Service of ${delay} ms`, ['p50', 'p95', 'calls'])
  for (const [name, times] of Object.entries({ 'plain proxy': plain.flat(), 'with a comparison': compared.flat() }))
    line(`  ${name}`, [...parts.map((part) => `${at(times, part).toFixed(2)} ms`), `${times.length}`])
  const ratios = parts.map((part) => median(compared.map((times, round) => at(times, part) / at(plain[round] ?? [], part))))
  line(
    '  median of the ratios',
    ratios.map((ratio) => ratio.toFixed(2)),
  )
  console.log(`  ${apart['too-late'] ?? 0} of ${calls} calls were not compared, because too many were waiting.`)
}

async function main(): Promise<void> {
  const here = fileURLToPath(import.meta.url)
  console.log(`${connections} connections, ${availableParallelism()} cores, ${rounds} rounds of ${roundTime} ms for each server`)
  for (const delay of delays) {
    const part = async (...role: string[]) => {
      const child = spawn(process.execPath, [here, ...role], { stdio: ['ignore', 'pipe', 'inherit'] })
      return { child, url: String((await once(child.stdout, 'data'))[0]).trim() }
    }
    const real = await part('service', String(delay))
    const plain = await part('proxy', real.url)
    const folder = mkdtempSync(join(tmpdir(), 'bench-compare-'))
    const [file, times, report] = ['real.yaml', 'times.json', 'report.json'].map((name) => join(folder, name)) as [string, string, string]
    writeFileSync(file, `addresses: { notifications: { url: "${real.url}/notifications/api/v1" } }\n`)
    const standin = join(here, '../../src/apps/cli/standin.js')
    const options = ['compare', '--environment', file, '--send-to-anyone', '--report', report]
    const command = [process.execPath, here, 'client', plain.url, times]
    await once(spawn(process.execPath, [standin, ...options, '--', ...command], { stdio: 'ignore' }), 'exit')
    for (const { child } of [real, plain]) child.kill()
    print(delay, JSON.parse(readFileSync(times, 'utf8')), JSON.parse(readFileSync(report, 'utf8')))
    rmSync(folder, { recursive: true })
  }
}

const [, , role, value = '', file = ''] = process.argv
if (role === 'service') console.log(await listening(service(Number(value))))
else if (role === 'proxy') console.log(await listening(plainProxy(value)))
else if (role === 'client') writeFileSync(file, JSON.stringify(await measure(value, process.env.STANDIN_URL ?? '')))
else await main()
