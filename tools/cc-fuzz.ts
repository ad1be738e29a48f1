import { request } from 'node:http'
import { writeFileSync } from 'node:fs'
import { startSimulator } from '../src/index.ts'
import { operations } from '../src/service/areas/index.ts'
import { createDice } from './fuzz/dice.ts'
import { createKnown } from './fuzz/known.ts'
import { makeRequest, type Row } from './fuzz/requests.ts'
import { readHar, harOf } from '../src/apps/compare/har.ts'
import { compareExchanges } from '../src/apps/compare/compare.ts'
import { reportOf, linesOf } from '../src/apps/compare/report.ts'
const [count, seed, clients, mode] = [Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 1), Number(process.argv[4] ?? 2), process.argv[5] ?? 'client']
const rows = operations as unknown as Row[]
const server = await startSimulator({ port: 0, dialect: 'live', pace: 'instant', rateLimits: 'off', openResources: false, sendWindow: 'applies', journal: 50_000, seed } as any)
const sim = server.simulator
const origin = (server as any).url ?? `http://127.0.0.1:${(server as any).port}`
const entries: any[] = []
const tokens = new Map<string, string>()
const tokenOf = async (as: any) => { const k = JSON.stringify(as); if (!tokens.has(k)) tokens.set(k, (await sim.token(as)).token); return tokens.get(k)! }
const { createClient } = await import('../src/service/areas/client.ts')
const { arrange } = await import('../src/service/failures/givens.ts')
function record(made: any, headers: any, r: any) {
    const list: any[] = []
    for (let i = 0; i < r.headers.length; i += 2) list.push({ name: r.headers[i], value: r.headers[i + 1] })
    entries.push({ startedDateTime: new Date(r.began).toISOString(), time: r.ended - r.began, request: { method: made.method, url: origin + made.path, headers: Object.entries(headers).map(([name, value]) => ({ name, value })), ...(made.body !== undefined && { postData: { mimeType: '', ...(typeof made.body === 'string' ? { text: made.body } : { text: made.body.toString('base64'), encoding: 'base64' }) } }), bodySize: -1 }, response: { status: r.status, headers: list, content: { size: r.body.length, text: r.body.toString('base64'), encoding: 'base64' } } })
}
const client2 = createClient({ base: origin, token: (as: any) => tokenOf(as), wait: async () => { await new Promise((r) => setTimeout(r, 20)) }, async send(req: Request) {
  const url = new URL(req.url); const buf = Buffer.from(await req.arrayBuffer())
  const made = { method: req.method, path: url.pathname + url.search, body: buf.length ? buf : undefined }
  const headers = Object.fromEntries(req.headers)
  const r: any = await send(made, headers)
  if (r.failed) throw new Error('failed')
  record(made, headers, r)
  const h = new Headers(); for (let i = 0; i < r.headers.length; i += 2) h.append(r.headers[i], r.headers[i+1])
  return new Response([204, 304].includes(r.status) ? null : r.body, { status: r.status, headers: h })
} })
const knobs = { givens: { arrange: (s: any) => mode === 'knobs' || mode === 'journal' ? (sim as any).givens.arrange(s) : arrange(client2, s, {}) } }
const known = createKnown(createDice('known', seed, 1), knobs as any)
let n = 0
function send(made: any, headers: any): Promise<any> {
  return new Promise((resolve) => {
    const began = performance.timeOrigin + performance.now()
    const bytes = made.body === undefined ? undefined : Buffer.from(made.body)
    const req = request(origin + made.path, { method: made.method, headers: { ...headers, ...(bytes && { 'content-length': String(bytes.length) }) } }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (c) => chunks.push(c)); res.on('error', () => resolve({ began, failed: true }))
      res.on('end', () => resolve({ began, ended: performance.timeOrigin + performance.now(), status: res.statusCode, headers: res.rawHeaders, body: Buffer.concat(chunks) }))
    })
    req.on('error', () => resolve({ began, ended: performance.timeOrigin + performance.now(), failed: true }))
    req.end(bytes)
  })
}
async function client() {
  while (n < count) {
    const nth = n++
    const dice = createDice('fuzz', seed, nth)
    const row = dice.one(rows)
    if (row.example?.given !== undefined && dice.chance(0.1)) await known.arrange(row.example.given)
    const made = { ...makeRequest(dice, row, known) } as any
    if (['TRACE', 'QUERY', 'CONNECT'].includes(made.method)) continue
    made.path = made.path.replace(/^\/(?:production|worlds\/\w*(?:\/production)?)/, '') || '/'
    const headers = Object.fromEntries(Object.entries(made.headers).filter(([k]) => !/^(prefer|x-standin|sec-fetch|content-length)/.test(k)))
    if (made.as) (headers as any).authorization = `Bearer ${await tokenOf(made.as)}`
    if (['GET', 'HEAD'].includes(made.method)) made.body = undefined
    let r: any
    try { r = await send(made, headers) } catch { continue }
    if (r.failed) continue
    known.learn(r.body.toString())
    record(made, headers, r)
  }
}
await Promise.all(Array.from({ length: clients }, client))
let har: any = { log: { version: '1.2', entries } }
if (mode === 'journal') {
  const all = await (sim as any).journal.list({ limit: 50_000 })
  const lines = (all.journal ?? all.lines ?? all).map(({ id }: any) => (sim as any).journal.show(id))
  har = harOf(await Promise.all(lines), { base: origin, version: '1' })
}
await server.close()
console.log(entries.length, 'recorded')
writeFileSync('/tmp/cc-fuzz.har', JSON.stringify(har))
const { exchanges, others } = readHar(JSON.stringify(har), 'fuzz')
const t = Date.now()
const compared = await compareExchanges(exchanges, { settle: 120_000 })
const report = reportOf(compared, { standin: 'x', environment: 'fuzz', showValues: true } as any)
console.log(exchanges.length, Date.now() - t, 'ms', others, 'others', Math.round(process.memoryUsage().rss / 2 ** 20), 'MiB')
console.log(linesOf(report, report.groups as any).map((l: string) => l.slice(0, 300)).join('\n'))
console.log(JSON.stringify(compared.noise))
