/**
 * The CPU of a call above that of a bare server, also with many records: `npm run bench:above`. All servers stand at once and take turns of a
 * quarter of a second, and the tenth percentile counts, so that a busy machine disturbs the figures little. `OTHER=<folder>` measures another
 * checkout, too, which must be built. `TURNS=100` makes more turns.
 */
import { pathToFileURL } from 'node:url'
import { orderBody, orderCalls, overviewCalls, plainOrderBody } from './calls.ts'
import { begin, type Child, type Used } from './child.ts'
import type { Load, Loaded } from './load.ts'
import type { Started } from './standin.ts'

const turns = Number(process.env.TURNS ?? 40)
const [seconds, connections] = [0.25, 32]
const caller = begin('load.ts')

interface Server {
  readonly name: string
  readonly child: Child
  readonly port: number
  readonly requests: readonly string[]
}

/** Microseconds of CPU a call, and the part of them outside of the kernel. */
interface Cost {
  readonly all: number
  readonly user: number
}

let number = 0
async function turn({ child, port, requests }: Server, status: number): Promise<Cost & Pick<Loaded, 'size'>> {
  const before = await child.ask<Used>('used')
  const given: Load = { port, connections, seconds, requests, firstNumber: number }
  const { calls, statuses, size } = await caller.ask<Loaded>('load', given)
  const after = await child.ask<Used>('used')
  number += calls
  if (statuses[status] !== calls) throw new Error(`Not all were answered ${status}: ${JSON.stringify(statuses)}`)
  return { all: ((after.cpu - before.cpu) / calls) * 1000, user: ((after.user - before.user) / calls) * 1000, size }
}

/** The tenth percentile. */
const low = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 10)] ?? Number.NaN

async function compare(servers: readonly Server[], status: number): Promise<Map<string, Cost>> {
  const bare = begin('bare.ts')
  let size = 0
  // Its code is compiled by then.
  for (let nth = 0; nth < 12; nth++) for (const server of servers) ({ size } = await turn(server, status))
  const port = await bare.ask<number>('replies', { status, size })
  const all = [...servers, { name: 'bare', child: bare, port, requests: servers[0]?.requests ?? [] }]
  const costs = new Map(all.map(({ name }) => [name, [] as Cost[]]))
  for (let nth = 0; nth < turns; nth++) {
    for (const server of nth % 2 ? all.toReversed() : all) costs.get(server.name)?.push(await turn(server, status))
  }
  await bare.stop()
  return new Map(
    [...costs].map(([name, each]) => [name, { all: low(each.map((cost) => cost.all)), user: low(each.map((cost) => cost.user)) }]),
  )
}

async function stand(name: string, folder: URL, records: number) {
  const child = begin(new URL('bench/standin.ts', folder).href)
  return { name, child, ...(await child.ask<Started>('start', { records })) }
}

const here = new URL('../', import.meta.url)
const other = process.env.OTHER && pathToFileURL(`${process.env.OTHER}/`)
const stood = [
  await stand('1,000 stored', here, 1_000),
  ...(process.env.MANY === 'off' ? [] : [await stand('100,000 stored', here, 100_000)]),
  ...(other ? [await stand('other, 1,000 stored', other, 1_000)] : []),
]
const serving = (requestsOf: (started: Started) => readonly string[]): Server[] =>
  stood.map((each) => ({ name: each.name, child: each.child, port: each.port, requests: requestsOf(each) }))

show(
  'read an overview',
  await compare(
    serving(({ tokens, ids }) => overviewCalls(tokens.sender, ids)),
    200,
  ),
)
for (const [what, body] of [
  ['create a plain order', plainOrderBody],
  ['… with lookup and reminder', orderBody],
] as const) {
  const bodyOf = (id: string) => body(`${what.length}-${id}`)
  show(
    what,
    await compare(
      serving(({ tokens }) => orderCalls(tokens.orderer, bodyOf)),
      201,
    ),
  )
}
await Promise.all([caller, ...stood.map(({ child }) => child)].map((child) => child.stop()))

function show(what: string, costs: ReadonlyMap<string, Cost>): void {
  const bare = costs.get('bare')?.all ?? Number.NaN
  console.log(what)
  for (const [name, { all, user }] of costs) {
    console.log(
      `  ${name.padEnd(20)} ${all.toFixed(1)} µs of CPU a call, ${user.toFixed(1)} of them outside of the kernel; ${(all - bare).toFixed(1)} above bare`,
    )
  }
}
