import { expect, test } from 'vitest'
import { refusals } from '../../../src/service/areas/areas.ts'
import { jobs, operations } from '../../../src/service/areas/index.ts'
import { effects } from '../../../src/service/failures/effects.ts'
import { readScenario } from '../../../src/service/failures/read-scenario.ts'
import { targets } from '../../../src/service/failures/scenario/grammar.ts'
import { Misuse } from '../../../src/service/wire/misuse.ts'
import { services } from '../../../src/service/wire/vocabulary.ts'
import { rule } from '../../support/rule.ts'

const refuse = { code: 'NOT-00004' }
const withRule = (written: object) => ({ summary: 'Something', rules: [written] })
const refusing = (more: object) => withRule({ on: 'all', refuse, ...more })
const withLatency = (latency: unknown) => withRule({ on: 'all', latency })
const withStep = (step: object) => ({ ...refusing({}), proof: [step] })
const read = (document: unknown, name = 'mine') => readScenario(name, document, 'defined')
const ruleOf = (written: object) => read(withRule(written)).rules[0]

function mistakeIn(document: unknown, name?: string): { message: string; choices: readonly string[] | undefined } {
  try {
    read(document, name)
  } catch (thrown) {
    if (thrown instanceof Misuse) return { message: thrown.message, choices: thrown.choices }
    throw thrown
  }
  throw new Error('The document has no mistake.')
}

const effectNames = Object.keys(effects)
const deciding = Object.entries(effects).flatMap(([name, { kind }]) => (kind === 'decides' ? [name] : []))
const documentKeys = ['summary', 'description', 'guidance', 'given', 'rules', 'proof']
const ruleKeys = ['on', 'where', 'calls', 'probability', 'after', 'for', 'every', 'until', 'per', ...effectNames]

const mistakes: [what: string, document: unknown, place: string, choices: readonly string[]][] = [
  ['an operation', withRule({ on: 'fileTransfer.confrim', refuse }), 'rules[0].on: unknown value "fileTransfer.confrim"', targets],
  ['an operation that is a number', withRule({ on: 7, refuse }), 'rules[0].on: unknown value 7', targets],
  ['an effect', withRule({ on: 'all', latncy: 'PT1S' }), 'rules[0]: unknown member "latncy"', ruleKeys],
  ['an effect beside a valid one', refusing({ latncy: 'PT1S' }), 'rules[0]: unknown member "latncy"', ruleKeys],
  ['a code', refusing({ refuse: { code: 'NOT-00009' } }), 'rules[0].refuse.code: unknown value "NOT-00009"', Object.keys(refusals)],
  ['a service', withRule({ outage: 'storge' }), 'rules[0].outage: unknown value "storge"', services],
  ['a service in a list', withRule({ outage: ['sms', 'storge'] }), 'rules[0].outage[1]: unknown value "storge"', services],
  [
    'a moment',
    withRule({ on: 'all', disconnect: { when: 'later' } }),
    'rules[0].disconnect.when: unknown value "later"',
    ['before-work', 'during-upload', 'after-work'],
  ],
  [
    'an environment',
    refusing({ where: { environment: 'prod' } }),
    'rules[0].where.environment: unknown value "prod"',
    ['test', 'production'],
  ],
  ['a per', refusing({ per: 'client' }), 'rules[0].per: unknown value "client"', ['caller', 'idempotencyId', 'thing']],
  ['a key of the document', { ...refusing({}), titel: 'x' }, 'unknown member "titel"', documentKeys],
  ['a key of a rule', refusing({ call: 1 }), 'rules[0]: unknown member "call"', ruleKeys],
  [
    'a key of where',
    refusing({ where: { orgno: '1' } }),
    'rules[0].where: unknown member "orgno"',
    ['org', 'client', 'scope', 'recipient', 'resource', 'environment', 'header'],
  ],
  ['an every without a for', withRule({ outage: 'sms', every: 'PT10S' }), 'rules[0]: has "every" but no "for"', ['for']],
  [
    'a for that is longer than its every',
    withRule({ outage: 'sms', for: 'PT11S', every: 'PT10S' }),
    'rules[0]: has a "for" that is longer than its "every"',
    ['for'],
  ],
  ['a key of calls', refusing({ calls: { evry: 3 } }), 'rules[0].calls: unknown member "evry"', ['every']],
  [
    'a key of an effect',
    refusing({ refuse: { cod: 'NOT-00004' } }),
    'rules[0].refuse: unknown member "cod"',
    ['code', 'retryAfter', 'retryAfterAs', 'fault'],
  ],
  [
    'a key of one of several forms',
    withLatency({ p50: 'PT1S', p90: 'PT2S' }),
    'rules[0].latency: unknown member "p90"',
    ['p50', 'p99', 'min', 'max'],
  ],
  ['a key of a given', { ...refusing({}), given: { stat: 'x' } }, 'given: unknown member "stat"', ['state', 'params']],
  ['a key of a given in a list', { ...refusing({}), given: ['x', { stat: 'x' }] }, 'given[1]: unknown member "stat"', ['state', 'params']],
  [
    'a key of a step',
    withStep({ cal: 'fileTransfer.overview', expect: 200 }),
    'proof[0]: unknown member "cal"',
    'call as environment input bytes same times abortAfter expect advance journal look find count off'.split(' '),
  ],
  [
    'an operation of a step',
    withStep({ call: 'fileTransfer.overvew', expect: 200 }),
    'proof[0].call: unknown value "fileTransfer.overvew"',
    operations.map(({ id }) => id),
  ],
  [
    'an expectation',
    withStep({ call: 'fileTransfer.overview', expect: 'disconect' }),
    'proof[0].expect: unknown value "disconect"',
    ['disconnect', 'cancelled'],
  ],
  [
    'a key of an expectation',
    withStep({ call: 'fileTransfer.overview', expect: { statu: 200 } }),
    'proof[0].expect: unknown member "statu"',
    ['status', 'code', 'headers', 'body', 'text', 'bytes', 'broken', 'json', 'takes', 'live'],
  ],
  ['no effect', withRule({ on: 'all', calls: 1 }), 'rules[0]: needs an effect', effectNames],
  ['an effect without on', withRule({ refuse }), 'rules[0]: needs "on"', targets],
  [
    'a wrapping effect on a job',
    withRule({ on: 'notifications.sendMessage', latency: 'PT1S' }),
    'rules[0]: `latency` has no effect on notifications.sendMessage, because a job has no connection.',
    deciding,
  ],
  [
    'a wrapping effect among others on a job',
    withRule({ on: 'fileTransfer.scan', outage: 'scanner', refuse }),
    'rules[0]: `refuse` has no effect on fileTransfer.scan',
    deciding,
  ],
]

for (const [what, document, place, choices] of mistakes) {
  rule('decisions §14', `a mistake is refused with its place and the valid choices: ${what}`, () => {
    const mistake = mistakeIn(document)

    expect(mistake.message).toContain(`Scenario mine${place.startsWith('unknown') ? '' : ','}`)
    expect(mistake.message).toContain(place)
    expect(mistake.choices?.toSorted()).toEqual([...choices].sort())
  })
}

const wrong: [what: string, document: unknown, sentence: string][] = [
  ['a duration', withLatency('500 ms'), 'rules[0].latency: "500 ms" is not a duration of fixed length, such as 30s, 1h30m, 8d or PT10M.'],
  ['a duration of a range', withLatency({ min: 'PT1S', max: '2 s' }), 'rules[0].latency.max: "2 s" is not a duration of fixed length'],
  ['a latency of another type', withLatency(500), 'rules[0].latency: 500 is not a duration, { p50, p99 } or { min, max }.'],
  ['a delay', refusing({ after: '1 hour' }), 'rules[0].after: "1 hour" is not a duration of fixed length'],
  ['a time', refusing({ until: 'tomorrow' }), 'rules[0].until: '],
  ['calls as a word', refusing({ calls: 'first' }), 'rules[0].calls: "first" is not a range of calls such as "2-3" or "3-".'],
  ['a range of calls that ends before it begins', refusing({ calls: '3-2' }), 'rules[0].calls: "3-2" ends before it begins.'],
  ['a range from the call 0', refusing({ calls: '0-2' }), 'rules[0].calls: "0-2" is not a range'],
  ['the call 0', refusing({ calls: 0 }), 'rules[0].calls: '],
  ['half a call', refusing({ calls: 1.5 }), 'rules[0].calls: '],
  [
    'calls of another type',
    refusing({ calls: true }),
    'rules[0].calls: true is not valid. Use for example 1, "2-3", "3-" or { every: 3 }.',
  ],
  ['every of 0', refusing({ calls: { every: 0 } }), 'rules[0].calls.every: '],
  ['a probability', refusing({ probability: 1.1 }), 'rules[0].probability: '],
  ['a summary that is missing', { rules: [{ on: 'all', refuse }] }, 'summary is missing.'],
  ['no rules', { summary: 'Something', rules: [] }, 'rules: '],
  ['no document', null, 'Scenario mine: '],
  ['a text as document', 'summary: x', 'Scenario mine: '],
  ['a list as document', [], 'Scenario mine: '],
]

for (const [what, document, sentence] of wrong) {
  rule('decisions §14', `a wrong value is refused with its place and the reason: ${what}`, () => {
    expect(mistakeIn(document).message).toContain(sentence)
  })
}

test.each(['', 'Mine', 'a b', 'a_b', 'active', 'a'.repeat(65), '../x'])('%j is refused as the name of a scenario', (name) => {
  expect(mistakeIn(refusing({}), name).message).toContain('is not a valid scenario name.')
})

test('a message repeats only the beginning of a very long value', () => {
  expect(mistakeIn(withRule({ on: 'x'.repeat(100_000), refuse })).message.length).toBeLessThan(2_000)
})

test.each([
  [1, { from: 1, to: 1 }],
  ['2-3', { from: 2, to: 3 }],
  ['3-3', { from: 3, to: 3 }],
  ['3-', { from: 3, to: Number.POSITIVE_INFINITY }],
  [{ every: 3 }, { every: 3 }],
])('calls %j are read', (calls, expected) => {
  expect(ruleOf({ on: 'all', refuse, calls })?.calls).toEqual(expected)
})

test('durations are read as milliseconds, times as instants', () => {
  expect(ruleOf({ on: 'all', refuse, after: 'PT1M', for: 'PT2M', until: '2026-06-01T12:00:00+02:00' })).toMatchObject({
    after: 60_000,
    for: 120_000,
    until: Date.parse('2026-06-01T10:00:00Z'),
  })
})

test('an effect that concerns only some operations does not need on', () => {
  for (const effect of [
    { outage: 'sms' },
    { outcome: { status: 'SMS_Failed' } },
    { scan: 'stuck' },
    { exhaust: {} },
    { events: { drop: true } },
  ])
    expect(ruleOf(effect)).toMatchObject({ on: undefined })
  expect(ruleOf({ outage: ['sms', 'email'], latency: 'PT1S' })).toMatchObject({ on: undefined })
})

test('a rule keeps its effects, with default options filled in', () => {
  expect(ruleOf({ on: 'all', refuse, disconnect: { when: 'after-work' } })?.effects).toEqual({
    refuse,
    disconnect: { when: 'after-work', how: 'reset' },
  })
})

test.each([...jobs.map(({ id }) => id), 'notifications', 'fileTransfer', 'all'])('a rule can be on %s', (on) => {
  expect(ruleOf({ on, outage: 'database' })?.on).toBe(on)
})

test('given and proof are kept as they are written', () => {
  const proof = [
    { call: 'fileTransfer.overview', as: { orgNo: '1' }, input: { query: { a: '1' } }, abortAfter: 'PT1S', expect: 'cancelled' },
    { call: 'notifications.createOrder', same: 'idempotencyId', expect: { status: 200, code: 'x', headers: {}, body: {} } },
    { advance: 'PT10M' },
    { journal: { status: 200 } },
  ]
  const given = ['one', { state: 'two', params: { a: 1 } }]

  expect(read({ ...refusing({}), given, proof })).toMatchObject({ given, proof, source: 'defined', name: 'mine' })
})

test('an every of zero is refused', () => {
  const read = () => readScenario('mine', withRule({ outage: 'sms', for: 'PT0S', every: 'PT0S' }), 'defined')

  expect(read).toThrow('Scenario mine, rules[0].every: "PT0S" must be longer than zero.')
})

rule('decisions §14', 'a scenario of more than 5,000 values is refused before its rules are read', () => {
  // Three for the document, its summary and its list; three for each rule: an object of two texts.
  const rules = (count: number) => ({ summary: 'Something', rules: Array(count).fill({ on: 'all', latency: 'PT0S' }) })

  expect(read(rules(1_665)).rules).toHaveLength(1_665)
  expect(mistakeIn(rules(1_666)).message).toBe('Scenario mine has more than 5000 values.')
})
