import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRuleset, type Ruleset } from '../../../src/service/failures/active-rules.ts'
import { type Choice, choose, type Subject } from '../../../src/service/failures/choose.ts'
import { readScenario } from '../../../src/service/failures/read-scenario.ts'
import type { EffectTarget } from '../../../src/service/failures/scenario/effect.ts'
import type { Candidate } from '../../../src/service/failures/scenario/prepared-rules.ts'
import type { Caller } from '../../../src/service/tokens/caller.ts'
import { forgetCounts, separateCounts } from '../../../src/service/world/scenario/state.ts'
import type { Rule } from '../../../src/service/world/scenario.ts'
import type { World } from '../../../src/service/world/world.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { rule } from '../../support/rule.ts'
import { switchOn } from '../../support/rules.ts'
import { standin, start } from '../../support/standin.ts'

const since = Date.parse(start)
const refuse = { code: 'NOT-00004' }

const candidate = (name: string, ...rules: object[]): Candidate => ({
  scenario: readScenario(name, { summary: name, rules }, 'defined'),
  since,
})

const caller: Caller = { org: 'ttd', orgNo: '991825827', clientId: 'one', scopes: ['a', 'b'], exp: 0, nbf: 0 }

type One = Subject & { readonly target: EffectTarget }

const subject = ({ target, ...more }: Partial<Subject> & { target?: Partial<EffectTarget> } = {}): One => ({
  target: { id: 'notifications.createOrder', method: 'POST', dependsOn: ['register', 'database'], ...target },
  call: { caller, headers: { 'x-team': 'blue' } },
  environment: 'test',
  about: { recipients: ['12838590150'], order: 'key' },
  ...more,
})
const job = (more: Partial<Subject> = {}): One => ({
  target: { id: 'notifications.sendMessage', dependsOn: ['sms', 'database'] },
  environment: 'test',
  about: { recipients: ['12838590150'], order: 'key' },
  ...more,
})

const ask = (world: World, ruleset: Ruleset, one: One): Choice => choose(world, ruleset.of(one.target), one)

/** The numbers of the calls in a row that a rule applies to, counted from 1. */
function hits(written: object, calls: number, next: (call: number) => One = () => subject()): number[] {
  const { world } = standin().simulator
  const ruleset = createRuleset([candidate('mine', written)])
  return Array.from({ length: calls }, (_, at) => at + 1).filter((call) => ask(world, ruleset, next(call)).chosen)
}

/** Whether a rule covers one call or one job. */
const covers = (written: object, one: One) =>
  ask(standin().simulator.world, createRuleset([candidate('mine', written)]), one).chosen !== undefined

for (const [calls, expected] of [
  [undefined, [1, 2, 3, 4, 5, 6, 7]],
  [1, [1]],
  [3, [3]],
  ['2-4', [2, 3, 4]],
  ['5-', [5, 6, 7]],
  [{ every: 3 }, [3, 6]],
  [{ every: 1 }, [1, 2, 3, 4, 5, 6, 7]],
] as const) {
  rule('decisions §14', `of seven calls, a rule with calls ${JSON.stringify(calls)} applies to ${expected.join(', ')}`, () => {
    expect(hits({ on: 'all', refuse, ...(calls === undefined ? {} : { calls }) }, 7)).toEqual(expected)
  })
}

rule('decisions §14', 'a rule counts only the calls that it covers', () => {
  const written = { on: 'notifications.createOrder', where: { org: 'ttd' }, calls: 2, refuse }
  const next = (call: number) =>
    call % 3 === 0
      ? subject({ target: { id: 'notifications.getShipment' } })
      : call % 3 === 1
        ? subject()
        : subject({ call: { caller: undefined, headers: {} } })

  expect(hits(written, 9, next)).toEqual([4])
})

rule('decisions §14', 'per counts for each caller or each idempotency id', () => {
  const byClient = (call: number) => subject({ call: { caller: { ...caller, clientId: call % 2 === 0 ? 'one' : 'two' }, headers: {} } })
  const byOrder = (call: number) => subject({ about: { order: call % 2 === 0 ? 'one' : 'two' } })

  expect(hits({ on: 'all', refuse, calls: 1, per: 'caller' }, 6, byClient)).toEqual([1, 2])
  expect(hits({ on: 'all', refuse, calls: 2, per: 'idempotencyId' }, 6, byOrder)).toEqual([3, 4])
  expect(hits({ on: 'all', refuse, calls: 2 }, 6, byClient)).toEqual([2])
})

rule('decisions §14', 'per thing counts for each transfer, else for each content of an order, else for what a call asks for', () => {
  const written = { on: 'all', refuse, calls: 1, per: 'thing' }
  const odd = (call: number) => call % 2 === 1
  const byTransfer = (call: number) => subject({ about: { transfer: odd(call) ? 'one' : 'two', content: `${call}` }, thing: `${call}` })
  const byContent = (call: number) => subject({ about: { order: `${call}`, content: odd(call) ? 'one' : 'two' }, thing: `${call}` })
  const byThing = (call: number) => subject({ about: {}, thing: odd(call) ? 'one' : 'two' })
  const byEnvironment = (call: number) => subject({ about: { transfer: 'one' }, environment: odd(call) ? 'test' : 'production' })

  for (const next of [byTransfer, byContent, byThing, byEnvironment]) expect(hits(written, 6, next)).toEqual([1, 2])
})

rule('decisions §14', 'per thing counts jobs with the calls for the same thing', () => {
  const about = { content: 'one' }
  const next = (nth: number) => (nth % 2 === 1 ? subject({ about }) : job({ about }))

  expect(hits({ on: 'notifications', outage: ['sms', 'register'], calls: '2-3', per: 'thing' }, 6, next)).toEqual([2, 3])
})

test('each rule counts each thing for itself, in whatever order the things come', () => {
  const things = fc.array(fc.record({ thing: fc.integer({ min: 0, max: 4 }), isCall: fc.boolean() }), { maxLength: 40 })
  fc.assert(
    fc.property(things, fc.integer({ min: 1, max: 4 }), (all, wanted) => {
      const { world } = standin().simulator
      const rules = [1, 2].map((nth) => ({ on: 'notifications', outage: ['sms', 'register'], per: 'thing', calls: wanted + nth - 1 }))
      const ruleset = createRuleset([candidate('mine', ...rules)])
      const met = new Map<number, number>()
      for (const { thing, isCall } of all) {
        const nth = (met.get(thing) ?? 0) + 1
        met.set(thing, nth)
        const about = { content: `${thing}` }
        const { chosen } = ask(world, ruleset, isCall ? subject({ about }) : job({ about }))
        expect(chosen?.rule.at).toBe(nth === wanted ? 0 : nth === wanted + 1 ? 1 : undefined)
      }
    }),
    { seed: 1, numRuns: 50 },
  )
})

test('the counts of a scenario remember 100,000 things', () => {
  const { world } = standin().simulator
  const ruleset = createRuleset([candidate('mine', { on: 'all', refuse, calls: 2, per: 'thing' })])
  const meets = (thing: number) => ask(world, ruleset, subject({ about: { transfer: `${thing}` } })).chosen !== undefined
  for (let thing = 0; thing <= 100_000; thing++) meets(thing)

  expect([meets(0), meets(2), world.of(separateCounts).byScenario.get('mine')?.size]).toEqual([false, true, 100_000])
})

rule('decisions §14', 'the first rule that applies wins, and every rule counts', () => {
  const { world } = standin().simulator
  const ruleset = createRuleset([
    candidate('first', { on: 'all', refuse, calls: 1 }, { on: 'all', refuse, calls: '2-3' }),
    candidate('second', { on: 'all', refuse, calls: { every: 2 } }),
  ])
  const chosen = [1, 2, 3, 4, 5].map(() => {
    const found = ask(world, ruleset, subject()).chosen
    return found && `${found.rule.scenario}[${found.rule.at}] ${found.draws.nth}`
  })

  expect(chosen).toEqual(['first[0] 1', 'first[1] 2', 'first[1] 3', 'second[0] 4', undefined])
})

const target = fc.constantFrom('notifications.createOrder', 'notifications.getShipment', 'notifications', 'fileTransfer', 'all', undefined)
const calls = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: 1, max: 4 }),
  fc.integer({ min: 1, max: 4 }).map((from) => `${from}-`),
  fc.integer({ min: 1, max: 4 }).map((every) => ({ every })),
)
const written = fc
  .record({
    on: target,
    calls,
    org: fc.constantFrom('ttd', 'brg', undefined),
    environment: fc.constantFrom('test', 'production', undefined),
  })
  .map(({ on, calls: counted, org, environment }) => ({
    ...(on === undefined ? { outage: 'register' } : { on, refuse }),
    ...(counted === undefined ? {} : { calls: counted }),
    where: { ...(org === undefined ? {} : { org }), ...(environment === undefined ? {} : { environment }) },
  }))
const asked = fc.record({
  id: fc.constantFrom('notifications.createOrder', 'notifications.getShipment', 'fileTransfer.overview'),
  org: fc.constantFrom('ttd', 'brg'),
  environment: fc.constantFrom('test' as const, 'production' as const),
})

/** The simple algorithm: every rule in turn, with a counter for each. */
function naive(rules: readonly Rule[]) {
  const counted = rules.map(() => 0)
  return (one: One): [rule: number, nth: number] | undefined => {
    const applying: [number, number][] = []
    for (const [at, { on, where, calls: wanted }] of rules.entries()) {
      const covered =
        (on === undefined
          ? one.target.dependsOn.includes('register')
          : on === 'all' || one.target.id === on || one.target.id.startsWith(`${on}.`)) &&
        (where?.org === undefined || where.org === one.call?.caller?.org) &&
        (where?.environment === undefined || where.environment === one.environment)
      if (!covered) continue
      const nth = (counted[at] ?? 0) + 1
      counted[at] = nth
      const due = !wanted || ('every' in wanted ? nth % wanted.every === 0 : nth >= wanted.from && nth <= wanted.to)
      if (due) applying.push([at, nth])
    }
    return applying[0]
  }
}

test('a series of calls gets the same rules as from a simple algorithm', () => {
  const { world } = standin().simulator
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 5 }), fc.array(asked, { maxLength: 25 }), (rules, all) => {
      forgetCounts(world, 'mine')
      const mine = candidate('mine', ...rules)
      const ruleset = createRuleset([mine])
      const oracle = naive(mine.scenario.rules)
      for (const { id, org, environment } of all) {
        const one = subject({
          target: { id, dependsOn: id.endsWith('createOrder') ? ['register'] : [] },
          environment,
          call: { caller: { ...caller, org }, headers: {} },
        })
        const { chosen } = ask(world, ruleset, one)
        expect(chosen && [chosen.rule.at, chosen.draws.nth]).toEqual(oracle(one))
      }
    }),
    { seed: 1, numRuns: 300 },
  )
})

const wheres: [where: object, covered: boolean][] = [
  [{ org: 'ttd' }, true],
  [{ org: '991825827' }, true],
  [{ org: '0192:991825827' }, true],
  [{ org: 'brg' }, false],
  [{ org: '' }, false],
  [{ client: 'one' }, true],
  [{ client: 'two' }, false],
  [{ scope: 'b' }, true],
  [{ scope: 'a b' }, false],
  [{ recipient: '12838590150' }, true],
  [{ recipient: '1283859015' }, false],
  [{ resource: 'standin-plain' }, false],
  [{ environment: 'test' }, true],
  [{ environment: 'production' }, false],
  [{ header: { 'X-Team': 'blue' } }, true],
  [{ header: { 'x-team': 'Blue' } }, false],
  [{ header: { 'x-team': 'blue', 'x-other': 'x' } }, false],
  [{ header: { constructor: 'x' } }, false],
  [{ org: 'ttd', client: 'two' }, false],
  [{}, true],
]

for (const [where, covered] of wheres) {
  rule('decisions §14', `where ${JSON.stringify(where)} ${covered ? 'covers' : 'does not cover'} the call`, () => {
    expect(covers({ on: 'all', where, refuse }, subject())).toBe(covered)
  })
}

test('a call without a token has no organization, client or scope', () => {
  const anonymous = subject({ call: { caller: undefined, headers: {} } })

  for (const where of [{ org: 'ttd' }, { client: 'one' }, { scope: 'a' }])
    expect(covers({ on: 'all', where, refuse }, anonymous)).toBe(false)
})

const outage = 'sms'
for (const [what, written, one, covered] of [
  ['an effect on the wire', { on: 'all', refuse }, job(), false],
  ['an effect on the wire of its area', { on: 'notifications', latency: 'PT1S' }, job(), false],
  ['a deciding effect', { on: 'notifications.sendMessage', outage }, job(), true],
  ['a deciding effect beside one on the wire', { on: 'all', outage, refuse }, job(), true],
  ['an outage of a service that it needs', { outage }, job(), true],
  ['an outage of a service that it does not need', { outage: 'register' }, job(), false],
  ['its organization', { outage, where: { org: 'ttd' } }, job({ about: { org: 'ttd' } }), true],
  ['another organization', { outage, where: { org: 'brg' } }, job({ about: { org: 'ttd' } }), false],
  ['an organization that the job does not know', { outage, where: { org: 'ttd' } }, job({ about: {} }), false],
  ['a client', { outage, where: { client: 'one' } }, job(), false],
  ['a header', { outage, where: { header: { 'x-team': 'blue' } } }, job(), false],
  ['its recipient', { outage, where: { recipient: '12838590150' } }, job(), true],
] as const) {
  rule('decisions §14', `a rule with ${what} ${covered ? 'covers' : 'does not cover'} a job`, () => {
    expect(covers(written, one)).toBe(covered)
  })
}

for (const [times, instants] of [
  [{ after: 'PT10S' }, [10, 15, 20, 25]],
  [{ for: 'PT10S' }, [0, 5]],
  [{ after: 'PT5S', for: 'PT10S' }, [5, 10]],
  [{ for: 'PT5S', every: 'PT10S' }, [0, 10, 20]],
  [{ after: 'PT5S', for: 'PT1S', every: 'PT10S' }, [5, 15, 25]],
  [{ until: '2026-06-01T10:00:15Z' }, [0, 5, 10]],
  [{ after: 'PT10S', until: '2026-06-01T10:00:10Z' }, []],
] as const) {
  rule('decisions §14', `a rule with ${JSON.stringify(times)} applies at the seconds [${instants.join()}] after its start`, async () => {
    const { simulator } = standin()
    const ruleset = createRuleset([candidate('mine', { on: 'all', refuse, ...times })])
    const seen: number[] = []
    for (let second = 0; second <= 25; second += 5) {
      if (ask(simulator.world, ruleset, subject()).chosen) seen.push(second)
      await simulator.advance({ by: 5_000 })
    }

    expect(seen).toEqual(instants)
  })
}

/** The calls of 10,000 that a rule with a probability applies to. */
function drawn(seed: number, probability: number, more: object = {}): number[] {
  const { world } = standin({ seed }).simulator
  const ruleset = createRuleset([candidate('mine', { on: 'all', refuse, probability, ...more })])
  return Array.from({ length: 10_000 }, (_, at) => at).filter(() => ask(world, ruleset, subject()).chosen)
}

rule('decisions §14', 'a probability of 0 hits no call, 1 hits every call, and others hit about that share', () => {
  expect([drawn(1, 0).length, drawn(1, 1).length]).toEqual([0, 10_000])
  // Four standard deviations of a binomial distribution.
  for (const probability of [0.001, 0.3, 0.5, 0.97]) {
    const deviation = Math.sqrt(10_000 * probability * (1 - probability))
    for (const seed of [1, 2, 3])
      expect(Math.abs(drawn(seed, probability).length - 10_000 * probability), `${probability}, seed ${seed}`).toBeLessThan(4 * deviation)
  }
})

rule('decisions §14', 'the draws of consecutive calls are independent', () => {
  const hit = new Set(drawn(1, 0.3))
  const pairs = Array.from({ length: 9_999 }, (_, at) => (hit.has(at) ? 2 : 0) + (hit.has(at + 1) ? 1 : 0))
  const share = (pair: number) => pairs.filter((each) => each === pair).length / pairs.length

  for (const [pair, expected] of [0.49, 0.21, 0.21, 0.09].entries()) expect(Math.abs(share(pair) - expected)).toBeLessThan(0.02)
})

rule('decisions §14', 'the seed decides the draws, and each rule draws for itself', () => {
  expect(drawn(1, 0.3)).toEqual(drawn(1, 0.3))
  expect(drawn(1, 0.3)).not.toEqual(drawn(2, 0.3))

  const { world } = standin().simulator
  const ruleset = createRuleset([candidate('mine', { on: 'all', refuse, probability: 0.5 }, { on: 'all', refuse, probability: 0.5 })])
  const which = Array.from({ length: 1_000 }, () => ask(world, ruleset, subject()).chosen?.rule.at)
  expect(Math.abs(which.filter((at) => at === 1).length - 250)).toBeLessThan(60)
})

rule('decisions §14', 'concurrent calls are counted one by one', async ({ here }) => {
  await switchOn(here, [{ on: 'notifications.createOrder', where: { recipient: 'someone@example.org' }, calls: '3-5', refuse }])

  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: `order-${at}` }) }),
    ),
  )

  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([...Array(47).fill(201), 503, 503, 503])
})

test('each rule that can cover a call gets a result, with the number of the call', () => {
  const { world } = standin().simulator
  const ruleset = createRuleset([
    candidate(
      'mine',
      { on: 'all', refuse, calls: 9 },
      { on: 'fileTransfer', refuse },
      { on: 'all', where: { org: 'brg' }, refuse },
      { on: 'all', refuse, after: 'PT1S' },
      { on: 'all', refuse, until: '2026-06-01T10:00:00Z' },
      { on: 'all', refuse, after: 'PT0S', for: 'PT0S', every: 'PT10S' },
      { on: 'all', refuse, probability: 0 },
      { on: 'all', refuse },
      { on: 'all', refuse },
    ),
  ])

  const { considered } = ask(world, ruleset, subject())

  expect(considered.covering.map(({ at }, place) => [at, considered.results[place]?.result, considered.results[place]?.nth])).toEqual([
    [0, 'calls', 1],
    [2, 'org', null],
    [3, 'after', 1],
    [4, 'until', 1],
    [5, 'every', 1],
    [6, 'probability', 1],
    [7, 'applied', 1],
    [8, 'overtaken', 1],
  ])
})
