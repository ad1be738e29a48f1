/** Capsules that somebody changed by hand: what is wrong is named with its place, and nothing is written elsewhere. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type AnyLine, changed, linesOf, recordSmall, writeLines } from '../../support/capsule-lines.ts'
import { misuse, run, runWithMemory } from '../../support/command-line.ts'
import { hostileStrings } from '../../support/hostile-strings.ts'
import { expect, test } from '../../support/rule.ts'

const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`

test.for<[string, string, (line: AnyLine) => AnyLine | string, string]>([
  ['a time that is none', 'capsule', (line) => ({ ...line, at: 1e300 }), 'bad.capsule:1.at: 1e+300'],
  [
    'settings that are deep',
    'capsule',
    (line) => JSON.stringify({ ...line, settings: 0 }).replace('"settings":0', `"settings":{"a":${deep}}`),
    'bad.capsule:1: the line is nested more than 100 levels deep.',
  ],
  [
    'a setting that does not exist',
    'capsule',
    (line) => ({ ...line, settings: { scenarios: 5 } }),
    'bad.capsule:1.settings: unknown setting "scenarios".',
  ],
  [
    'fixtures that do not exist',
    'capsule',
    (line) => ({ ...line, fixtures: { '../../package': [] } }),
    'bad.capsule:1.fixtures: unknown kind of fixture "../../package".',
  ],
  ['fixtures that are none', 'capsule', (line) => ({ ...line, fixtures: { people: [5] } }), 'bad.capsule:1.fixtures.people'],
  ['a mark that is an expression', 'capsule', (line) => ({ ...line, mark: '~(a+)+(' }), 'bad.capsule:1.mark'],
  [
    'a header with an end of line',
    'headers',
    (line) => ({ ...line, of: { x: 'a\r\nb: c' } }),
    '.of.x: "a\\r\\nb: c" contains a control character',
  ],
  ['a name of a header that is none', 'headers', (line) => ({ ...line, of: { 'a b': 'c' } }), '.of.a b: '],
  ['a number that is none', 'call', (line) => ({ ...line, n: 'x' }), '.n: "x" is not a number.'],
  ['a method that is none', 'call', (line) => ({ ...line, method: "GET';touch x;'" }), '.method: '],
  [
    'an address with an end of line',
    'call',
    (line) => ({ ...line, url: '/\ntouch x' }),
    '.url: "/\\ntouch x" contains a control character',
  ],
  ['an address with a tab, which clients take out', 'call', (line) => ({ ...line, url: '/.\t./_standin/reset' }), '.url: '],
  ['a world that no server has', 'call', (line) => ({ ...line, world: '$(touch x)' }), '.world: '],
  ['a world that is no document', 'world', (line) => ({ ...line, snapshot: '{' }), ".snapshot is not a world's document."],
  ['a world that is deep', 'world', (line) => ({ ...line, snapshot: deep }), '.snapshot is nested more than 100 levels deep.'],
])('%s is named with its place', async ([, event, change, named], { folder }) => {
  const file = await recordSmall(folder)
  const lines = changed(file, event, change)
  if (event === 'capsule') lines[0] = typeof lines[0] === 'string' ? lines[0] : lines[0]
  writeLines(join(folder, 'bad.capsule'), lines)
  for (const command of ['show', 'replay']) {
    const { code, err } = await run(['capsule', command, 'bad.capsule'], { folder })
    expect([command, code, err]).toEqual([command, 2, expect.stringContaining(named)])
  }
})

test('no odd value of a line is a defect of Standin', { timeout: 120_000 }, async ({ folder }) => {
  const lines = linesOf(await recordSmall(folder))
  const odd = [null, -1, 0.5, 1e300, '', [], {}, { expression: 'x' }, ...hostileStrings().slice(0, 12), '../x', '\0', '\u2028']
  const kinds = new Map(lines.map((line, at) => [line.event, at]))
  let nth = 0
  for (const [, at] of kinds)
    for (const member of Object.keys(lines[at] ?? {})) {
      const value = odd[nth++ % odd.length]
      writeLines(join(folder, 'odd.capsule'), lines.with(at, { ...lines[at], [member]: value }))
      for (const command of ['show', 'replay']) {
        const { err } = await run(['capsule', command, 'odd.capsule'], { folder })
        expect([lines[at]?.event, member, value, err]).not.toEqual([
          lines[at]?.event,
          member,
          value,
          expect.stringContaining('a defect of Standin itself'),
        ])
      }
    }
})

test('a capsule that unpacks to too much is refused by its name, and the others of its folder are replayed', async ({ folder }) => {
  await recordSmall(folder)
  const head = JSON.stringify(linesOf(join(folder, 'small.capsule'))[0])
  writeFileSync(join(folder, 'bomb.capsule'), gzipSync(`${head}\n${'{"event":"wake","world":"a","at":1}\n'.repeat(300_000)}`))
  writeFileSync(join(folder, 'long.capsule'), gzipSync(`${head}\n${' '.repeat(70_000_000)}`))
  const values = `{"event":"token","token":1,"header":{},"claims":{"a":[${'{},'.repeat(100_000)}{}]}}\n`
  writeFileSync(join(folder, 'values.capsule'), gzipSync(`${head}\n${values.repeat(3)}`))
  const ran = await run(['capsule', 'replay', '.', '--max-capsule', '5000000'], { folder })

  expect(ran.code).toBe(2)
  for (const name of ['bomb', 'values'])
    expect(ran.err).toContain(`${join(folder, `${name}.capsule`)} contains more than 5000000 bytes of text.`)
  expect(ran.out).toContain('small.capsule: 7 calls')
  expect(await run(['capsule', 'show', 'long.capsule'], { folder })).toMatchObject(
    misuse('long.capsule:2: the line is longer than 67108864 characters.'),
  )
})

test('a small capsule of many values is refused by its place, and the others of its folder are replayed', {
  timeout: 120_000,
}, async ({ folder }) => {
  const [head] = linesOf(await recordSmall(folder)) as [AnyLine]
  const many = (text: string, values = 3_000_000) => text.replace('"…"', `[${'{},'.repeat(values)}{}]`)
  const token = '{"event":"token","token":1,"header":{},"claims":{"a":"…"}}'
  const world = JSON.stringify({ event: 'world', world: 'a', at: 1, snapshot: many('"…"', 12_000_000) })
  const bombs = {
    'fixtures.capsule': [many(JSON.stringify({ ...head, fixtures: { people: '…' } }))],
    'settings.capsule': [many(JSON.stringify({ ...head, settings: { pace: '…' } }))],
    'token.capsule': [head, many(token)],
    'world.capsule': [head, world],
    'mistakes.capsule': [many(JSON.stringify({ ...head, fixtures: { people: '…' } }), 2_000_000)],
  }
  for (const [name, lines] of Object.entries(bombs)) writeLines(join(folder, name), lines)
  const { code, out, err } = await runWithMemory(1_000, ['capsule', 'replay', '.'], folder)

  const message = (name: string) => err.split('\n').find((line) => line.includes(name)) ?? ''
  expect([code, message('fixtures'), message('settings'), message('token.'), message('world')]).toEqual([
    2,
    expect.stringContaining('fixtures.capsule:1: the line contains more than 2796202 values.'),
    expect.stringContaining('settings.capsule:1: the line contains more than 2796202 values.'),
    expect.stringContaining('token.capsule:2: the line contains more than 2796202 values.'),
    expect.stringContaining('world.capsule:2.snapshot contains more than 11184810 values.'),
  ])
  expect(message('mistakes')).toContain('mistakes.capsule:1.fixtures.people, [0].number is missing.')
  expect(out).toContain('small.capsule: 7 calls')
})
