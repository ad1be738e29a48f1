/** Tests every cell of the tables of faults. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EffectName } from '../../src/effects/index.ts'
import type { OperationId } from '../../src/operations/index.ts'
import { operations } from '../../src/operations/index.ts'
import type { LaidOut } from '../../src/scenario/ruleset.ts'
import type { SimulatorOptions } from '../../src/simulator.ts'
import type { Scenario } from '../../src/state/scenario.ts'
import { areaName } from '../../src/wire/areas.ts'
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

test('docs/faults.md is up to date (npm run generate)', async () => {
  expect(readFileSync(new URL('../../docs/faults.md', import.meta.url), 'utf8')).toBe(await faultsPage())
})

const served = operations.filter(({ id }) => ['notifications', 'fileTransfer'].includes(areaName(id))).map(({ id }) => id)
const limited = operations.filter(({ limit }) => limit !== undefined).map(({ id }) => id)

/** Source: spec §7, §8. */
const demanded: Readonly<Record<string, readonly OperationId[]>> = {
  'NOT-00001': ['notifications.createOrder'],
  'NOT-00002': served,
  'NOT-00003': ['notifications.getShipment'],
  'NOT-00004': served,
  validation: served,
  unauthenticated: served,
  forbidden: served,
  'rate-limited': limited,
}

test.each(specified)('%s has a scenario for each operation that the specification gives it to', (name) => {
  const covered = errors.filter((fault) => fault.name === name && fault.scenarios.length > 0).map(({ operation }) => operation.id)

  expect(covered).toEqual(expect.arrayContaining([...(demanded[name] ?? ['none'])]))
})

/** An operation whose example can be called. */
async function prepared(id: OperationId, options: Partial<SimulatorOptions> = {}) {
  const here = standin(options)
  const given = operations.find((row) => row.id === id)?.example.given
  const values = given === undefined ? {} : { ...(await here.simulator.givens.arrange(given)) }
  const call = (over: object = {}) => {
    const made = exampleCall(id, values)
    // The tokens of test clients do not expire otherwise.
    const as = made.as && { ...made.as, ttl: 1800 }
    const merged = { ...made, as, ...over }
    const { body } = over as { body?: unknown }
    if (typeof body === 'object') Object.assign(merged, { body: { ...(made.body as object), ...body } })
    return here.client.call(id, merged)
  }
  const line = () => here.simulator.journal.calls.list().findLast(({ operation }) => operation === id)
  return { ...here, call, line }
}

const refused = ({ form, code }: ErrorFault) => ({
  status: form.status,
  ...(code === undefined ? {} : { problem: expect.objectContaining({ code }) }),
})

test.each(all)('%s: each preference causes its error and changes nothing', async (id, found) => {
  const here = await prepared(id)
  for (const fault of found) {
    if (fault.kind !== 'error') continue
    const reply = await here.call({ headers: { prefer: `code=${fault.name}` } })
    expect(reply, fault.name).toMatchObject(refused(fault))
    expect(reply.headers.get('preference-applied'), fault.name).toBe(`code=${fault.name}`)
    expect(here.line()?.commits, fault.name).toBe(0)
  }
})

test.each(all)('%s: each call of the column By itself is refused', async (id, found) => {
  for (const fault of found) {
    if (fault.kind !== 'error' || !fault.itself) continue
    const { input, times } = fault.itself
    const here = await prepared(id, { rateLimits: times > 1 ? 'current' : 'off' })
    for (let made = 1; made < times; made++) await here.call(input)

    expect(await here.call(input), fault.name).toMatchObject(refused(fault))
  }
})

/** Inputs that reach a fault that the example does not reach. */
const special: Partial<Record<OperationId, object>> = { 'resources.configureResource': { params: { resourceId: 'a-new-resource' } } }

/** Calls until the fault of a scenario shows. */
const patience = 6

interface Shown {
  readonly reply: Awaited<ReturnType<Awaited<ReturnType<typeof prepared>>['call']>>
  /** The longest pause in milliseconds. */
  readonly longest: number
  /** Bytes of the normal reply. */
  readonly usual: number
  /** The options of the rule's effects. */
  readonly options: Readonly<Record<string, unknown>>
}

/** How effects look in a reply. A call that is cut has no reply. */
const looks: Partial<Record<EffectName, (shown: Shown) => boolean>> = {
  latency: ({ longest }) => longest > 0,
  hold: ({ longest }) => longest === 60_000,
  throttle: ({ longest }) => longest > 0,
  truncate: ({ reply, usual }) => reply.bytes.byteLength < usual,
  garble: ({ reply, options }) => (options.garble === 'json' ? !isJson(reply.text) : reply.headers.get('content-type') === html),
  respond: ({ reply, options }) => reply.status === (options.respond as { status: number }).status,
  'early-answer': ({ reply, options }) => reply.problem.code === (options['early-answer'] as { code: RefusalKey }).code,
}

const html = 'text/html; charset=utf-8'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isShown(fault: Fault, shown: Shown): boolean {
  const { reply, longest, options } = shown
  if (fault.kind === 'effect') return looks[fault.name]?.(shown) === true
  // No client waits here. The proof of the scenario tests the 499.
  if (fault.name === 'NOT-00002' && options.hold) return longest === 60_000
  return reply.status === fault.form.status && (fault.code === undefined || reply.problem.code === fault.code)
}

async function provoke(id: OperationId, fault: Fault, { name }: Scenario, { rule: { after = 0, effects } }: LaidOut): Promise<void> {
  const { platform, pauses } = unhurried()
  const here = await prepared(id, { platform })
  const usual = effects.truncate ? (await here.call()).bytes.byteLength : 0
  await here.simulator.scenarios.use(name)
  await here.simulator.advance({ by: after })
  const seen: unknown[] = []
  for (let tries = 0; tries < patience; tries++) {
    const reply = await here.call(special[id]).catch(() => undefined)
    seen.push(reply?.status)
    const shown = reply ? isShown(fault, { reply, longest: Math.max(0, ...pauses), usual, options: effects }) : fault.name === 'disconnect'
    if (shown && here.line()?.scenario === name) return
  }
  throw new Error(`${name} shows no ${fault.name} of ${id}: ${seen.join(', ')}.`)
}

test.each(all)('%s: each scenario causes the faults that list it', async (id, found) => {
  for (const fault of found) {
    for (const scenario of fault.scenarios) {
      const [rule] = sureRules(fault.operation, scenario)
      if (rule) await provoke(id, fault, scenario, rule)
    }
  }
})
