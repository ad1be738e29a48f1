/**
 * Sends random calls to a simulator, from its own tables and over raw sockets: `npm run fuzz -- --count 1000000 --seed 1`, or `--time 60`
 * for a minute. Fails if a call hangs, if Standin replies with an internal error, or if a reply does not match the OpenAPI document, and
 * prints the call: `--from 363698` starts with the simulator that received call 363698. In between, hostile strings are recorded and passed
 * to everything that writes programs and files; the run fails if such a string is executed or writes elsewhere. Orders to an unlisted
 * recipient are sent to a real implementation that accepts everything; the run fails if such an order arrives.
 */

import { option, optional, wholeNumber } from '../../src/apps/cli/frame/option.ts'
import { frontDoor } from '../../src/control/front-door.ts'
import { controls } from '../../src/control/index.ts'
import { createSimulator, type Simulator, startSimulator } from '../../src/index.ts'
import { readOwnScenarios } from '../../src/platform/node-files.ts'
import type { Identity } from '../../src/service/areas/client.ts'
import { dialect } from '../../src/service/areas/dialect.ts'
import { operations } from '../../src/service/areas/index.ts'
import { createFetchHandler } from '../../src/service/wire/fetch.ts'
import { shownLines, shWordBriefly } from '../../src/service/wire/text.ts'
import { dialectNames } from '../../src/service/wire/vocabulary.ts'
import { getOrStart, once } from '../../src/service/wire/when-needed.ts'
import { holdToDocument } from '../../test/support/document.ts'
import { optionsOrExit, positive } from '../options.ts'
import { useOwnTemporaryFolder } from '../temporary-folder.ts'
import { createDice } from './dice.ts'
import { hostileRound } from './hostile.ts'
import { orderRound } from './hostile-orders.ts'
import { createKnown } from './known.ts'
import { type Made, makeRequest, type Row } from './requests.ts'
import { brokenRequest, sendBytes } from './sockets.ts'

useOwnTemporaryFolder()

const { seed, from, time, ...values } = optionsOrExit({
  count: optional('The number of calls', wholeNumber(1)),
  time: optional('The duration in seconds', positive(10_000_000)),
  seed: option('The seed of the random calls', wholeNumber(Number.MIN_SAFE_INTEGER), 1),
  from: option('The number of the call to start near', wholeNumber(0), 0),
})
const count = values.count ?? (time === undefined ? 10_000 : Number.POSITIVE_INFINITY)
const until = performance.now() + (time ?? Number.POSITIVE_INFINITY) * 1000

/** Real milliseconds after which a call counts as hanging. On a busy machine, generating signing keys takes ten seconds. */
const patience = 60_000
/** Maximum number of characters of a body to check. */
const longest = 2_000_000
/** Calls per simulator. A new simulator after this many calls keeps memory use constant. */
const callsOfLife = 5_000
/** Calls between progress messages. */
const betweenWords = 100_000
/** Calls between broken clients. */
const betweenSockets = 200

/** Calls between hostile-string rounds. */
const betweenHostile = 2_500
/** Orders to an unlisted recipient in each such round. */
const ordersOfRound = 200

/** Rows to skip, because they wait, block other calls, or write files. */
const left = /stream|gate|capsule|hook|activate|try|advance|resume/i
const rows: readonly Row[] = [...operations, ...operations, ...controls.filter(({ id }) => !left.test(id))] as readonly Row[]

const scenarios = once(readOwnScenarios)
const statuses = new Map<string, number>()
const seen = new Map<string, Set<number>>()
const firstRound = Math.floor(from / callsOfLife)
const first = { call: firstRound * callsOfLife, connection: (firstRound * callsOfLife) / betweenSockets }
let calls = first.call
const end = calls + count

function begin(round: number) {
  const spoken = dialectNames[round % dialectNames.length] ?? 'spec'
  const simulator = createSimulator({
    dialect: spoken,
    clock: 'frozen',
    now: '2026-06-01T10:00:00Z',
    pace: 'instant',
    maxWorlds: 20,
    seed,
    checked: true,
    checkAnswer: holdToDocument,
    scenarios,
  })
  const answer = createFetchHandler(frontDoor(simulator))
  return { simulator, answer, spoken, tokenOf: tokensOf(simulator) }
}

/** Reuses callers' tokens for a while, because signing a token costs more than a call. */
function tokensOf(simulator: Simulator): (as: Identity) => Promise<string> {
  const made = new Map<string, Promise<string>>()
  return (as) => {
    const quarter = Math.floor(Date.parse(simulator.clock.show().now) / 900_000)
    return getOrStart(made, JSON.stringify([as, quarter]), async () => (await simulator.token(as)).token)
  }
}

function note(id: string, status: number): void {
  const key = `${Math.floor(status / 100)}xx`
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
  const known = seen.get(id) ?? new Set()
  seen.set(id, known.add(status))
}

/** Quotes a string for terminals and shells, and escapes control characters. */
function asCurl({ method, path, headers, body }: Made): string {
  const words = ['curl', '-gi', '-X', method, `http://127.0.0.1:4300${path}`]
  for (const [name, value] of Object.entries(headers)) words.push('-H', `${name}: ${value}`)
  if (body !== undefined) words.push('--data-raw', body.slice(0, 2_000))
  return shownLines(words.map(shWordBriefly).join(' '))
}

async function attempt(
  { answer, spoken, tokenOf }: ReturnType<typeof begin>,
  row: Row,
  made: Made,
): Promise<{ status: number; text: string }> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(made.headers)) headers.set(name, value)
  if (made.as) headers.set('authorization', `Bearer ${await tokenOf(made.as)}`)
  const bodyless = made.method === 'GET' || made.method === 'HEAD'
  if (made.method === 'TRACE') return { status: 0, text: '' }
  const request = new Request(`http://standin.test${made.path}`, {
    method: made.method,
    headers,
    ...(made.body !== undefined && !bodyless && { body: made.body }),
  })
  const response = await answer(request)
  const text = response.type === 'error' ? '' : await beginning(response)
  const { status } = response
  if (response.headers.has('x-standin-bug')) throw new Error(`A bug in Standin: ${text}`)
  const control = controls.find(({ id }) => id === row.id)
  if (control && made.method === row.method && status < 500 && reaches(control, made))
    holdToDocument({ status, headers: Object.fromEntries(response.headers), body: text }, control, dialect(spoken))
  return { status, text }
}

/** Reads only the part of a body that is checked, because generated files can have any size. */
async function beginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  const reader = body?.getReader()
  try {
    for (let part = await reader?.read(); part?.value && text.length < longest; part = await reader?.read())
      text += decoder.decode(part.value, { stream: true })
    await reader?.cancel()
  } catch {
    // The reply was cut off.
  }
  return text
}

/** True if the path still matches the row. With an empty or invalid parameter, the path might match another row. */
const reaches = ({ path }: { readonly path: string }, made: Made) =>
  new RegExp(`^(?:/worlds/fuzz|)(?:/production|)${path.replace(/\{\w+\}/g, '[\\w-]+')}(?:\\?|$)`).test(made.path)

function hanging(): { readonly late: Promise<never>; clear(): void } {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No reply within ${patience} ms.`)), patience)
  })
  return { late, clear: () => clearTimeout(timer) }
}

async function live(round: number): Promise<void> {
  const here = begin(round)
  const known = createKnown(createDice('known', seed, round), here.simulator)
  try {
    for (let nth = 0; nth < callsOfLife && calls < end && performance.now() < until; nth++, calls++) {
      const dice = createDice('fuzz', seed, calls)
      const row = dice.one(rows)
      if (row.example?.given !== undefined && dice.chance(0.05)) await known.arrange(row.example.given)
      const made = makeRequest(dice, row, known)
      const { late, clear } = hanging()
      try {
        const { status, text } = await Promise.race([attempt(here, row, made), late])
        note(row.id, status)
        known.learn(text)
      } catch (thrown) {
        console.error(
          `Call ${calls} with seed ${seed} (${row.id}, ${here.spoken} dialect):\n${asCurl(made)}\nas ${JSON.stringify(made.as)}`,
        )
        throw thrown
      } finally {
        clear()
      }
      if (dice.chance(0.01)) await here.simulator.advance({ by: dice.one(['PT1S', 'PT1M', 'P1D']) }).catch(() => {})
    }
  } finally {
    here.simulator.close()
  }
}

/** Sends broken requests in parallel with the calls, because some of these connections end only after the timeout. */
async function breakConnections(): Promise<void> {
  const texts = Array.from({ length: callsOfLife / betweenSockets }, () => brokenRequest(createDice('bytes', seed, connections++)))
  const breaking = texts.map(async (text) => {
    const failed = (await sendBytes(server.port, text, 2_000)).filter((status) => status >= 500 && status !== 501 && status !== 505)
    if (failed.length > 0) throw new Error(`${JSON.stringify(text.slice(0, 500))} got ${failed.join()}.`)
  })
  await Promise.all(breaking)
}

async function beHostile(): Promise<void> {
  for (let nth = 0; nth < callsOfLife / betweenHostile && performance.now() < until; nth++) {
    try {
      const { given, taken } = await hostileRound(createDice('hostile', seed, hostiles))
      await orderRound(createDice('orders', seed, hostiles), ordersOfRound)
      strings.given += given
      strings.taken += taken
    } catch (thrown) {
      console.error(`Hostile strings, round ${hostiles} with seed ${seed}: start with --from ${hostiles * betweenHostile}.`)
      throw thrown
    }
    hostiles++
  }
}

const server = await startSimulator({ port: 0 })
const began = performance.now()
let connections = first.connection
let hostiles = first.call / betweenHostile
const strings = { given: 0, taken: 0 }
try {
  for (let round = firstRound; calls < end && performance.now() < until; round++) {
    await beHostile()
    await Promise.all([live(round), breakConnections()])
    const { status } = await fetch(`${server.url}/_standin/health`)
    if (status !== 200) throw new Error(`After broken connections, the server returned ${status}.`)
    if (calls % betweenWords === 0) console.error(`${calls} calls.`)
  }
} finally {
  await server.close()
}

const seconds = Math.round((performance.now() - began) / 1000)
const missing = rows.filter(({ id }) => ![...(seen.get(id) ?? [])].some((status) => status < 300)).map(({ id }) => id)
console.log(
  `${calls - first.call} calls and ${connections - first.connection} broken connections and ${hostiles - first.call / betweenHostile} rounds of hostile strings with seed ${seed} in ${seconds} s: no bug, no hang, every reply as documented.`,
)
console.log(
  [...statuses]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([status, times]) => `${status}: ${times}`)
    .join('  '),
)
console.log(`Of ${strings.given} hostile strings in calls, the service accepted ${strings.taken}.`)
console.log(`Never successful: ${[...new Set(missing)].join(', ') || 'none'}.`)
