import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, choose, type Subject } from '../../src/engine/choose.ts'
import { readScenario } from '../../src/engine/scenario.ts'
import type { Caller } from '../../src/identity/caller.ts'
import type { Rule } from '../../src/state/scenario.ts'
import { rule } from '../support/rule.ts'
import { standin, start } from '../support/standin.ts'

const since = Date.parse(start)
const refuse = { code: 'NOT-00004' }

const candidate = (name: string, ...rules: object[]): Candidate => ({
  scenario: readScenario(name, { summary: name, rules }, 'defined'),
  since,
})

const caller: Caller = { org: 'ttd', orgNo: '991825827', clientId: 'one', scopes: ['a', 'b'], exp: 0, nbf: 0 }
const subject = (more: Partial<Subject> = {}): Subject => ({
  id: 'notifications.createOrder',
  dependsOn: ['register', 'database'],
  call: { caller, headers: { 'x-team': 'blue' } },
  environment: 'test',
  about: { recipients: ['12838590150'], order: 'key' },
  ...more,
})
const job = (more: Partial<Subject> = {}): Subject => {
  const { call: _, ...rest } = subject({ id: 'notifications.sendMessage', dependsOn: ['sms', 'database'], ...more })
  return rest
}

/** Which of so many calls in a row a rule applies to, counted from 1. */
function hits(written: object, calls: number, next: (call: number) => Subject = () => subject()): number[] {
  const { world } = standin().simulator
  const candidates = [candidate('mine', written)]
  return Array.from({ length: calls }, (_, at) => at + 1).filter((call) => choose(world, candidates, next(call)))
}

/** Whether a rule covers one call, or one job. */
const covers = (written: object, one: Subject) => choose(standin().simulator.world, [candidate('mine', written)], one) !== undefined

for (const [calls, expected] of [
  [undefined, [1, 2, 3, 4, 5, 6, 7]],
  [1, [1]],
  [3, [3]],
  ['2-4', [2, 3, 4]],
  ['5-', [5, 6, 7]],
  [{ every: 3 }, [3, 6]],
  [{ every: 1 }, [1, 2, 3, 4, 5, 6, 7]],
] as const) {
  rule('decisions §14', `of seven calls ${JSON.stringify(calls) ?? 'without a word about calls'} are ${expected.join(', ')}`, () => {
    expect(hits({ on: 'all', refuse, ...(calls === undefined ? {} : { calls }) }, 7)).toEqual(expected)
  })
}

rule('decisions §14', 'only calls that the rule covers are counted', () => {
  const written = { on: 'notifications.createOrder', where: { org: 'ttd' }, calls: 2, refuse }
  const next = (call: number) =>
    call % 3 === 0
      ? subject({ id: 'notifications.getShipment' })
      : call % 3 === 1
        ? subject()
        : subject({ call: { caller: undefined, headers: {} } })

  expect(hits(written, 9, next)).toEqual([4])
})

rule('decisions §14', 'counts are for each caller, or each idempotency id, where the rule says so', () => {
  const byClient = (call: number) => subject({ call: { caller: { ...caller, clientId: call % 2 === 0 ? 'one' : 'two' }, headers: {} } })
  const byOrder = (call: number) => subject({ about: { order: call % 2 === 0 ? 'one' : 'two' } })

  expect(hits({ on: 'all', refuse, calls: 1, per: 'caller' }, 6, byClient)).toEqual([1, 2])
  expect(hits({ on: 'all', refuse, calls: 2, per: 'idempotencyId' }, 6, byOrder)).toEqual([3, 4])
  expect(hits({ on: 'all', refuse, calls: 2 }, 6, byClient)).toEqual([2])
})

rule('decisions §14', 'the first rule that applies wins, and every rule counts', () => {
  const { world } = standin().simulator
  const candidates = [
    candidate('first', { on: 'all', refuse, calls: 1 }, { on: 'all', refuse, calls: '2-3' }),
    candidate('second', { on: 'all', refuse, calls: { every: 2 } }),
  ]
  const chosen = [1, 2, 3, 4, 5].map(() => {
    const found = choose(world, candidates, subject())
    return found && `${found.scenario.name}[${found.scenario.rules.indexOf(found.rule)}] ${found.nth}`
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
    ...(on === undefined ? { outage: 'register' } : { on, outage: 'sms' }),
    ...(counted === undefined ? {} : { calls: counted }),
    where: { ...(org === undefined ? {} : { org }), ...(environment === undefined ? {} : { environment }) },
  }))
const asked = fc.record({
  id: fc.constantFrom('notifications.createOrder', 'notifications.getShipment', 'fileTransfer.overview'),
  org: fc.constantFrom('ttd', 'brg'),
  environment: fc.constantFrom('test' as const, 'production' as const),
})

/** Spelled out, rule by rule, with a counter for each. */
function naive(rules: readonly Rule[]) {
  const counted = rules.map(() => 0)
  return (one: Subject): [rule: number, nth: number] | undefined => {
    const applying: [number, number][] = []
    for (const [at, { on, where, calls: wanted }] of rules.entries()) {
      const covered =
        (on === undefined ? one.dependsOn.includes('register') : on === 'all' || one.id === on || one.id.startsWith(`${on}.`)) &&
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

test('a run of calls is covered as if every rule were looked at by hand', () => {
  const { world } = standin().simulator
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 5 }), fc.array(asked, { maxLength: 25 }), (rules, all) => {
      world.scenarios.counts.clear()
      const mine = candidate('mine', ...rules)
      const oracle = naive(mine.scenario.rules)
      for (const { id, org, environment } of all) {
        const one = subject({
          id,
          environment,
          dependsOn: id.endsWith('createOrder') ? ['register'] : [],
          call: { caller: { ...caller, org }, headers: {} },
        })
        const chosen = choose(world, [mine], one)
        expect(chosen && [mine.scenario.rules.indexOf(chosen.rule), chosen.nth]).toEqual(oracle(one))
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
  rule('decisions §14', `where ${JSON.stringify(where)} covers the call: ${covered}`, () => {
    expect(covers({ on: 'all', where, refuse }, subject())).toBe(covered)
  })
}

test('a call without a token is no organization, client or scope', () => {
  const nobody = subject({ call: { caller: undefined, headers: {} } })

  for (const where of [{ org: 'ttd' }, { client: 'one' }, { scope: 'a' }]) expect(covers({ on: 'all', where, refuse }, nobody)).toBe(false)
})

const outage = 'sms'
for (const [what, written, one, covered] of [
  ['an effect on the wire', { on: 'all', refuse }, job(), false],
  ['an effect on the wire of its area', { on: 'notifications', latency: 'PT1S' }, job(), false],
  ['a deciding effect', { on: 'notifications.sendMessage', outage }, job(), true],
  ['a deciding effect beside one on the wire', { on: 'all', outage, refuse }, job(), true],
  ['an outage of what it needs', { outage }, job(), true],
  ['an outage of what it does not need', { outage: 'register' }, job(), false],
  ['its organization', { outage, where: { org: 'ttd' } }, job({ about: { org: 'ttd' } }), true],
  ['another organization', { outage, where: { org: 'brg' } }, job({ about: { org: 'ttd' } }), false],
  ['no organization that is known', { outage, where: { org: 'ttd' } }, job({ about: {} }), false],
  ['a client', { outage, where: { client: 'one' } }, job(), false],
  ['a header', { outage, where: { header: { 'x-team': 'blue' } } }, job(), false],
  ['its recipient', { outage, where: { recipient: '12838590150' } }, job(), true],
] as const) {
  rule('decisions §14', `a rule about ${what} covers a job: ${covered}`, () => {
    expect(covers(written, one)).toBe(covered)
  })
}

for (const [times, instants] of [
  [{ after: 'PT10S' }, [10, 15, 20, 25]],
  [{ for: 'PT10S' }, [0, 5]],
  [{ after: 'PT5S', for: 'PT10S' }, [5, 10]],
  [{ until: '2026-06-01T10:00:15Z' }, [0, 5, 10]],
  [{ after: 'PT10S', until: '2026-06-01T10:00:10Z' }, []],
] as const) {
  rule(
    'decisions §14',
    `a rule with ${JSON.stringify(times)} applies ${instants.join(', ') || 'at no'} s after it was switched on`,
    async () => {
      const { simulator } = standin()
      const candidates = [candidate('mine', { on: 'all', refuse, ...times })]
      const seen: number[] = []
      for (let second = 0; second <= 25; second += 5) {
        if (choose(simulator.world, candidates, subject())) seen.push(second)
        await simulator.advance({ by: 5_000 })
      }

      expect(seen).toEqual(instants)
    },
  )
}

rule('decisions §14', 'a probability is a share of the calls, the same ones with the same seed', () => {
  const shareOf = (seed: number, probability: number) => {
    const { world } = standin({ seed }).simulator
    const candidates = [candidate('mine', { on: 'all', refuse, probability })]
    return Array.from({ length: 2_000 }, () => choose(world, candidates, subject()) !== undefined)
  }
  const count = (all: readonly boolean[]) => all.filter(Boolean).length

  expect(Math.abs(count(shareOf(1, 0.3)) - 600)).toBeLessThan(80)
  expect(shareOf(1, 0.3)).toEqual(shareOf(1, 0.3))
  expect(shareOf(1, 0.3)).not.toEqual(shareOf(2, 0.3))
  expect([count(shareOf(1, 0)), count(shareOf(1, 1))]).toEqual([0, 2_000])
})

test('the line says of every rule that was looked at what came of it', () => {
  const { world } = standin().simulator
  const line = { rules: [] as string[] }
  const rules = [
    { on: 'all', refuse, calls: 9 },
    { on: 'fileTransfer', refuse },
    { on: 'all', refuse },
    { on: 'all', refuse },
  ]

  choose(world, [candidate('mine', ...rules)], subject(), line)

  expect(line.rules).toEqual(['mine[0] call 1: not this time', 'mine[2] call 1: applied', 'mine[3] call 1: another rule came first'])
})
