/**
 * Sends random calls of two clients through `standin compare` to another Standin of the same version:
 * `node tools/fuzz/compared.ts --count 10000 --seed 1`. Fails if the report contains a difference.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import { option, optional, someText, wholeNumber } from '../../src/apps/cli/frame/option.ts'
import type { Identity } from '../../src/service/areas/client.ts'
import { operations } from '../../src/service/areas/index.ts'
import { arrange } from '../../src/service/failures/givens.ts'
import { anyName } from '../../src/service/wire/misuse.ts'
import { getOrStart } from '../../src/service/wire/when-needed.ts'
import { clientThrough, compareAt, environmentAt, realStandin } from '../../test/support/comparing.ts'
import { optionsOrExit } from '../options.ts'
import { useOwnTemporaryFolder } from '../temporary-folder.ts'
import { createDice, type Dice } from './dice.ts'
import { createKnown } from './known.ts'
import { type Made, makeRequest, type Row } from './requests.ts'

useOwnTemporaryFolder()

const {
  count,
  seed,
  pace,
  clients,
  settle,
  report: file,
  log,
  only,
} = optionsOrExit({
  count: option('The number of calls', wholeNumber(1), 10_000),
  seed: option('The seed of the random calls', wholeNumber(Number.MIN_SAFE_INTEGER), 1),
  clients: option('The number of clients', wholeNumber(1), 2),
  settle: option('Milliseconds after which a status is never reached', wholeNumber(0), 120_000),
  pace: option('The pace of the other Standin', someText, 'instant'),
  report: optional('Write the report to this file', someText),
  log: optional('Write the calls to this file', someText),
  only: option('A regular expression: only operations whose ids match are called', someText, ''),
})

/** Maximum number of calls waiting for comparison. The limit is so low that no call is left out. */
const mostWaiting = 200

/** Calls between two progress messages. */
const betweenWords = 1_000

const began = performance.now()
const real = await realStandin({ pace: pace as 'instant' })
const here = await compareAt({ file: environmentAt(real.url), settle })
const client = clientThrough(here.url, real.url)
const tokens = new Map<string, Promise<string>>()
const tokenOf = (as: Identity) =>
  getOrStart(tokens, JSON.stringify([as, Math.floor(Date.now() / 900_000)]), async () => (await real.simulator.token(as)).token)
const rows = (operations as readonly Row[]).filter(({ id }) => new RegExp(only).test(id))
const statuses = new Map<number, number>()
let calls = 0

/** Redirects most calls to the default world and the test environment, because all other calls are refused. */
const withoutWorld = (made: Made, dice: Dice): Made =>
  dice.chance(0.98) ? { ...made, path: made.path.replace(/^(?:\/worlds\/[^/]*)?(?:\/production)?(?=\/)/, '') } : made

async function attempt({ method, path, headers, body, as }: Made): Promise<string> {
  const sent = new Headers(headers)
  if (as) sent.set('authorization', `Bearer ${await tokenOf(as)}`)
  const isBodyless = method === 'GET' || method === 'HEAD'
  const reply = await fetch(new URL(path, here.url), {
    method,
    headers: sent,
    redirect: 'manual',
    ...(body !== undefined && !isBodyless && { body }),
  })
  statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
  const text = await reply.text()
  if (log !== undefined)
    appendFileSync(
      log,
      `${new Date().toISOString()} ${method} ${path} ${body?.slice(0, 2_000)}\n  ${reply.status} ${text.slice(0, 50_000)}\n`,
    )
  return text
}

async function live(nth: number): Promise<void> {
  const known = createKnown(createDice('known', seed, nth), {
    givens: { arrange: (sentence: string) => arrange(client, anyName(sentence)) } as never,
  })
  for (let turn = 0; calls < count; turn++) {
    while (here.waiting() > mostWaiting) await new Promise((resolve) => setTimeout(resolve, 20))
    const dice = createDice('compared', seed, nth * 1_000_000 + turn)
    const row = dice.one(rows)
    if (row.example?.given !== undefined && dice.chance(0.1)) await known.arrange(row.example.given).catch(() => {})
    const made = withoutWorld(makeRequest(dice, row, known), dice)
    if (made.method === 'TRACE') continue
    calls++
    if (calls % betweenWords === 0) console.error(`${calls} calls in ${Math.round((performance.now() - began) / 1000)} s.`)
    known.learn(await attempt(made).catch((error: unknown) => String(error)))
  }
}

await Promise.all(Array.from({ length: clients }, (_, nth) => live(nth)))
const report = await here.finish()
await real.close()
if (file !== undefined) writeFileSync(file, JSON.stringify(report, null, 2))
const { groups, apart, same } = report
console.log(`${report.calls} calls of seed ${seed} in ${Math.round((performance.now() - began) / 1000)} s: ${same} the same.`, apart)
console.log(
  [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${status}: ${times}`)
    .join('  '),
)
for (const { operation, kind, where, calls: differing, of, there, here: own, example } of groups)
  console.log(
    `${operation}: ${kind} of ${where} in ${differing} of ${of}: there ${JSON.stringify(there)}, here ${JSON.stringify(own)}. ${example.method} ${example.url}`,
  )
process.exit(groups.length > 0 ? 1 : 0)
