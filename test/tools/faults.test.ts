/** Every cell of docs/faults.md is true: each way to cause a fault causes it. */
import { expect, test } from 'vitest'
import { areaName, type RefusalKey } from '../../src/service/areas/areas.ts'
import { type OperationId, operations } from '../../src/service/areas/index.ts'
import type { EffectName } from '../../src/service/failures/effects.ts'
import type { PreparedRule } from '../../src/service/failures/scenario/prepared-rules.ts'
import { anyName } from '../../src/service/wire/misuse.ts'
import type { Scenario } from '../../src/service/world/scenario.ts'
import { type ErrorFault, type Fault, faultsOf, sureRules } from '../../tools/faults.ts'
import { specified } from '../../tools/make-faults.ts'
import { builtInScenarios } from '../../tools/make-scenarios.ts'
import { prepared } from '../support/prepared.ts'
import { unhurried } from '../support/rules.ts'

const scenarios = await builtInScenarios()
const all = operations.map((row) => [row.id, faultsOf(row, scenarios)] as const)
const faults = all.flatMap(([, found]) => found)
const errors = faults.filter((fault) => fault.kind === 'error')

const served = operations.filter(({ id }) => ['notifications', 'fileTransfer'].includes(areaName(id))).map(({ id }) => id)
const limited = operations.filter(({ limit }) => limit !== undefined).map(({ id }) => id)

/** Source: spec §7, §8. */
const required: Readonly<Record<string, readonly OperationId[]>> = {
  'NOT-00001': ['notifications.createOrder'],
  'NOT-00002': served,
  'NOT-00003': ['notifications.getShipment'],
  'NOT-00004': served,
  validation: served,
  unauthenticated: served,
  forbidden: served,
  'rate-limited': limited,
}

test.each(specified)('%s has a scenario for each operation that can give it by the specification', (name) => {
  const covered = errors.filter((fault) => fault.name === name && fault.scenarios.length > 0).map(({ operation }) => operation.id)

  expect(covered).toEqual(expect.arrayContaining([...(required[name] ?? ['none'])]))
})

const refused = ({ form, code }: ErrorFault) => ({
  status: form.status,
  ...(code === undefined ? {} : { problem: expect.objectContaining({ code }) }),
})

test.each(all)('%s: every preference gives its error, and nothing is done', async (id, found) => {
  const here = await prepared(id)
  for (const fault of found) {
    if (fault.kind !== 'error') continue
    const reply = await here.call({ headers: { prefer: `code=${fault.name}` } })
    expect(reply, fault.name).toMatchObject(refused(fault))
    expect(reply.headers.get('preference-applied'), fault.name).toBe(`code=${fault.name}`)
    expect(here.line()?.commits, fault.name).toBe(0)
  }
})

/** Changes to an example that some scenarios need to have an effect. */
const adjusted: Partial<Record<OperationId, object>> = { 'resources.configureResource': { params: { resourceId: 'a-new-resource' } } }

/** How many calls a scenario needs at most before it shows its fault. */
const attempts = 6

interface Shown {
  readonly reply: Awaited<ReturnType<Awaited<ReturnType<typeof prepared>>['call']>>
  /** The longest wait in milliseconds that the platform was asked for. */
  readonly longest: number
  /** Bytes of the reply without a scenario. */
  readonly usual: number
  /** The options of the rule's effects. */
  readonly options: Readonly<Record<string, unknown>>
}

/** How a reply shows each effect that is not a refusal. A broken connection has no reply. */
const looks: Partial<Record<EffectName, (shown: Shown) => boolean>> = {
  latency: ({ longest }) => longest > 0,
  hold: ({ longest }) => longest === 60_000,
  throttle: ({ longest }) => longest > 0,
  truncate: ({ reply, usual }) => reply.bytes.byteLength < usual,
  garble: ({ reply, options }) => (options.garble === 'json' ? !isJson(reply.text) : reply.headers.get('content-type') === html),
  grease: ({ reply }) => reply.headers.has('x-added-later'),
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
  // No client gives up here. The proof of the scenario shows the 499.
  if (fault.name === 'NOT-00002' && options.hold) return longest === 60_000
  // The live service has no words for it. Source: decisions §1 #6.
  if (options.outage && fault.operation.dialect === 'live') return reply.status === 500
  return reply.status === fault.form.status && (fault.code === undefined || reply.problem.code === fault.code)
}

async function provoke(id: OperationId, fault: Fault, { name }: Scenario, { rule: { after = 0, effects } }: PreparedRule): Promise<void> {
  const { platform, pauses } = unhurried()
  const here = await prepared(id, {}, { platform })
  const usual = effects.truncate ? (await here.call()).bytes.byteLength : 0
  await here.simulator.scenarios.use(anyName(name))
  await here.simulator.advance({ by: after })
  const seen: unknown[] = []
  for (let made = 0; made < attempts; made++) {
    const reply = await here.call(adjusted[id]).catch(() => undefined)
    seen.push(reply?.status)
    const shown = reply ? isShown(fault, { reply, longest: Math.max(0, ...pauses), usual, options: effects }) : fault.name === 'disconnect'
    if (shown && here.line()?.scenario === name) return
  }
  throw new Error(`${name} does not give ${fault.name} on ${id}: ${seen.join(', ')}.`)
}

test.each(all)('%s: every scenario causes the faults that it is listed under', async (id, found) => {
  for (const fault of found) {
    for (const scenario of fault.scenarios) {
      const [rule] = sureRules(fault.operation, scenario)
      if (rule) await provoke(id, fault, scenario, rule)
    }
  }
})
