/** Every cell of the table of faults: what it says does bring about what it says. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { OperationId } from '../../src/operations/index.ts'
import { operations } from '../../src/operations/index.ts'
import type { SimulatorOptions } from '../../src/simulator.ts'
import type { Scenario } from '../../src/state/scenario.ts'
import type { RefusalKey } from '../../src/wire/refusals.ts'
import { type ErrorFault, type Fault, faultsOf, sureRules } from '../../tools/faults.ts'
import { faultsPage, specified } from '../../tools/make-faults.ts'
import { builtInScenarios } from '../../tools/make-scenarios.ts'
import { exampleCall } from '../support/prove.ts'
import { unhurried } from '../support/rules.ts'
import { standin } from '../support/standin.ts'

const scenarios = await builtInScenarios()
const all = operations.map((row) => [row.id, faultsOf(row, scenarios)] as const)
const faults = all.flatMap(([, found]) => found)
const errors = faults.filter((fault) => fault.kind === 'error')

test('the page of faults says what rows, effects and scenarios say (npm run generate)', async () => {
  expect(readFileSync(new URL('../../docs/faults.md', import.meta.url), 'utf8')).toBe(await faultsPage())
})

const served = operations.filter(({ dependsOn }) => dependsOn.length > 0).map(({ id }) => id)
const limited = operations.filter(({ limit }) => limit !== undefined).map(({ id }) => id)

/** Source: spec §7, §8. */
const demanded: Readonly<Record<string, readonly OperationId[]>> = {
  'NOT-00001': ['notifications.createOrder'],
  'NOT-00002': operations.map(({ id }) => id),
  'NOT-00003': ['notifications.getShipment'],
  'NOT-00004': served,
  validation: served,
  unauthenticated: served,
  forbidden: served,
  'rate-limited': limited,
}

test.each(specified)('%s can be had by a scenario and by preference of each operation of which the specification has it', (name) => {
  const covered = errors.filter((fault) => fault.name === name && fault.scenarios.length > 0).map(({ operation }) => operation.id)

  expect(covered).toEqual(demanded[name])
})

/** An operation whose example can be called. */
async function prepared(id: OperationId, options: Partial<SimulatorOptions> = {}) {
  const here = standin(options)
  const given = operations.find((row) => row.id === id)?.example.given
  const values = given === undefined ? {} : { ...(await here.simulator.givens.arrange(given)) }
  const call = (over: object = {}) => {
    const made = exampleCall(id, values)
    // The clients of tests have tokens that no clock wears out.
    const as = made.as && { ...made.as, ttl: 1800 }
    const merged = { ...made, as, ...over }
    const { body } = over as { body?: unknown }
    if (typeof body === 'object') Object.assign(merged, { body: { ...(made.body as object), ...body } })
    return here.client.call(id, merged)
  }
  const line = () => here.simulator.journal.calls.list().findLast(({ operation }) => operation === id)
  return { ...here, call, line }
}

const refused = ({ form }: ErrorFault) => ({
  status: form.status,
  ...(form.code === undefined ? {} : { problem: expect.objectContaining({ code: form.code }) }),
})

test.each(all)('%s: every preference has its error, and nothing is done', async (id, found) => {
  const here = await prepared(id)
  for (const fault of found) {
    if (fault.kind !== 'error') continue
    const reply = await here.call({ headers: { prefer: `code=${fault.name}` } })
    expect(reply, fault.name).toMatchObject(refused(fault))
    expect(reply.headers.get('preference-applied'), fault.name).toBe(`code=${fault.name}`)
    expect(here.line()?.commits, fault.name).toBe(0)
  }
})

test.each(all)('%s: what is refused by itself is refused', async (id, found) => {
  for (const fault of found) {
    if (fault.kind !== 'error' || !fault.itself) continue
    const { input, times } = fault.itself
    const here = await prepared(id, { rateLimits: times > 1 ? 'current' : 'off' })
    for (let made = 1; made < times; made++) await here.call(input)

    expect(await here.call(input), fault.name).toMatchObject(refused(fault))
  }
})

/** How long a scenario takes to begin, and how many calls to come to the one that it is about. */
const patience = 6

async function provoke(id: OperationId, fault: Fault, scenario: Scenario): Promise<void> {
  const { platform, pauses } = unhurried()
  const here = await prepared(id, { platform })
  const [laid] = sureRules(fault.operation, scenario)
  await here.simulator.scenarios.use(scenario.name)
  await here.simulator.advance({ by: laid?.rule.after ?? 0 })
  const normal = fault.name === 'truncate' ? await (await prepared(id)).call() : undefined
  const seen: unknown[] = []
  for (let tries = 0; tries < patience; tries++) {
    const reply = await here.call().catch(() => undefined)
    seen.push(reply?.status)
    if (isShown(fault, laid?.rule.effects ?? {}, { reply, pauses, normal: normal?.bytes.byteLength, scenario: here.line()?.scenario }))
      return
  }
  throw new Error(`${scenario.name} shows no ${fault.name} of ${id}: ${seen.join(', ')}.`)
}

interface Shown {
  readonly reply: Awaited<ReturnType<Awaited<ReturnType<typeof prepared>>['call']>> | undefined
  readonly pauses: readonly number[]
  readonly normal: number | undefined
  readonly scenario: string | null | undefined
}

function isShown(fault: Fault, options: Readonly<Record<string, unknown>>, { reply, pauses, normal, scenario }: Shown): boolean {
  const longest = Math.max(0, ...pauses)
  if (fault.kind === 'error') {
    // Nobody waits here: that whoever gives up is 499 is proven by the scenario itself.
    if (fault.name === 'NOT-00002' && options.hold) return longest === 60_000 && scenario !== null
    return reply?.status === fault.form.status && (fault.form.code === undefined || reply.problem.code === fault.form.code)
  }
  switch (fault.name) {
    case 'disconnect':
      return reply === undefined
    case 'latency':
      return longest > 0 && reply !== undefined
    case 'hold':
      return longest === 60_000
    case 'throttle':
      return pauses.length > 0
    case 'truncate':
      return reply !== undefined && reply.bytes.byteLength < (normal ?? 0)
    case 'garble':
      return (
        reply !== undefined &&
        (options.garble === 'json' ? !isJson(reply.text) : reply.headers.get('content-type') === 'text/html; charset=utf-8')
      )
    case 'respond':
      return reply?.status === (options.respond as { status: number }).status
    case 'early-answer':
      return reply?.problem.code === (options['early-answer'] as { code: RefusalKey }).code
    default:
      throw new Error(`Nobody knows what ${fault.name} looks like.`)
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test.each(all)('%s: every scenario brings about what it is listed under', async (id, found) => {
  for (const fault of found) for (const scenario of fault.scenarios) await provoke(id, fault, scenario)
})
