/** Measures what a call through `mocks/node` costs beside a plain MSW handler that replies the same JSON: the CPU of a GET and of a POST. */
import { HttpResponse, http } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import { initializeBody, parties, plainOrderBody } from './calls.ts'
import { median } from './median.ts'

/** The folder of a package with a build. Give another one to compare two builds. */
const root = process.argv[2] ?? new URL('..', import.meta.url).href
const { setupStandin } = (await import(new URL('dist/mocks/node.js', root).href)) as typeof import('../mocks/node.ts')

/** The first quarter of the rounds warms up. */
const rounds = 40
const calls = 200
/** A call may cost this many times a plain one. */
const goal = 1.2

const service = 'https://platform.tt02.altinn.no'
const transfers = `${service}/broker/api/v1/filetransfer`
const orders = `${service}/notifications/api/v1/future/orders`

const { server, simulator } = setupStandin({ clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z'), rateLimits: 'off' })
const authorizationOf = async (party: keyof typeof parties) => `Bearer ${(await simulator.token(parties[party])).token}`
const sender = { authorization: await authorizationOf('sender'), 'content-type': 'application/json' }
const orderer = { authorization: await authorizationOf('orderer'), 'content-type': 'application/json' }
let made = 0
const order = () => fetch(orders, { method: 'POST', headers: orderer, body: plainOrderBody(`order-${++made}`) })

server.listen()
const initialized = await fetch(transfers, { method: 'POST', headers: sender, body: initializeBody(0) })
const overview = `${transfers}/${((await initialized.json()) as { fileTransferId: string }).fileTransferId}`
const read = () => fetch(overview, { headers: sender })
const replies = { overview: (await (await read()).json()) as object, order: (await (await order()).json()) as object }
server.close()

const plain = setupServer(
  http.get(`${transfers}/:id`, () => HttpResponse.json(replies.overview)),
  http.post(orders, async ({ request }) => {
    await request.json()
    return HttpResponse.json(replies.order, { status: 201 })
  }),
)

/** Microseconds of CPU a call. */
async function cost(through: Pick<SetupServer, 'listen' | 'close'>, call: () => Promise<Response>): Promise<number> {
  through.listen()
  const before = process.cpuUsage()
  for (let nth = 0; nth < calls; nth++) {
    const response = await call()
    await response.json()
    if (!response.ok) throw new Error(`${response.url} was answered ${response.status}.`)
  }
  const { user, system } = process.cpuUsage(before)
  through.close()
  return (user + system) / calls
}

const table: Record<string, Record<string, number>> = {}
for (const [name, call] of Object.entries({ 'GET an overview': read, 'POST an order': order })) {
  const pairs: { standin: number; msw: number }[] = []
  while (pairs.length < rounds) {
    // Each goes first as often as the other.
    const first = pairs.length % 2 === 0
    const before = first ? await cost(plain, call) : Number.NaN
    const standin = await cost(server, call)
    pairs.push({ standin, msw: first ? before : await cost(plain, call) })
  }
  const measured = pairs.slice(rounds / 4)
  const ratio = median(measured.map(({ standin, msw }) => standin / msw))
  table[name] = {
    'µs CPU a call': Math.round(median(measured.map(({ standin }) => standin))),
    'plain handler': Math.round(median(measured.map(({ msw }) => msw))),
    times: Math.round(ratio * 100) / 100,
  }
  if (ratio > goal) process.exitCode = 1
}
console.table(table)
if (process.exitCode) console.error(`A call costs more than ${goal} times a plain one.`)
simulator.close()
