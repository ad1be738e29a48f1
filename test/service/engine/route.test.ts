import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaName, areas } from '../../../src/service/areas/areas.ts'
import { dialect } from '../../../src/service/areas/dialect.ts'
import { operations } from '../../../src/service/areas/index.ts'
import { compileRoutes, type Match, type Router } from '../../../src/service/engine/route.ts'
import { paths, type RowFacts } from '../../../src/service/wire/row.ts'
import { anyone, type DialectName, prefixesOf } from '../../../src/service/wire/vocabulary.ts'
import { rule } from '../../support/rule.ts'

const spec = dialect('spec')

const row = (id: string, method: string, path: RowFacts['path']): RowFacts => ({
  id,
  method,
  path,
  summary: '',
  access: anyone,
  dependsOn: [],
  request: {},
  replies: {},
  refusals: [],
})

const found = (match: Match<RowFacts> | undefined) => {
  if (!match) return undefined
  return 'values' in match ? { row: match.route.row.id, values: [...match.values] } : { allow: [...match.allow] }
}

/** The same with one regular expression for each path. The most literal path wins, segment by segment from the left. */
function naive(rows: readonly RowFacts[]): (method: string, path: string) => ReturnType<typeof found> {
  const patterns = rows
    .filter((each) => each.dialect === undefined)
    .flatMap((each) =>
      areas[areaName(each.id)].prefixes.flatMap((prefix) =>
        paths(each).map((path) => {
          const segments = (prefix + path).split('/').slice(1)
          const escaped = segments.map((segment) =>
            segment.startsWith('{') ? '([^/]+)' : segment.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
          )
          return {
            each,
            pattern: new RegExp(`^/${escaped.join('/')}/?$`, 'i'),
            rank: segments.map((segment) => (segment.startsWith('{') ? '1' : '0')).join(''),
          }
        }),
      ),
    )
  return (method, written) => {
    const path = read(written)
    const found = patterns
      .flatMap(({ each, pattern, rank }) => {
        const parts = pattern.exec(path)
        return parts ? [{ each, rank, values: parts.slice(1) }] : []
      })
      .toSorted((one, other) => (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0))
    const hit = found.find(({ each }) => each.method === method)
    if (hit) return { row: hit.each.id, values: hit.values }
    return found.length > 0 ? { allow: [...new Set(found.map(({ each }) => each.method))].sort() } : undefined
  }
}

/** A path as a server reads it: letters for percent-encoded letters, without dots. A slash that was encoded stays so. */
function read(path: string): string {
  const segments = path.slice(1).split('/').map(decoded)
  const end = segments.at(-1) === '' ? segments.pop() : /^\.\.?$/.test(segments.at(-1) ?? '') ? '' : undefined
  const kept: string[] = []
  for (const each of segments) {
    if (each === '..') kept.pop()
    else if (each !== '.') kept.push(each)
  }
  return pathOf(end === undefined ? kept : [...kept, ''])
}

function decoded(text: string): string {
  try {
    if (text === '%2F') return text
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const method = fc.constantFrom('GET', 'POST', 'DELETE')
const segment = fc.constantFrom('a', 'b', 'upload', '{id}', '{name}')
const pathOf = (segments: readonly string[]) => `/${segments.join('/')}`
const rows = fc
  .uniqueArray(fc.tuple(method, fc.array(segment, { minLength: 1, maxLength: 4 })), {
    // Two paths that differ only in the names of their parameters are one path.
    selector: ([verb, segments]) => `${verb} ${pathOf(segments).replace(/\{\w+\}/g, '{}')}`,
    maxLength: 12,
  })
  .map((all) => all.map(([verb, segments], at) => row(`nowhere.row${at}`, verb, pathOf(segments))))
const asked = fc.constantFrom('a', 'A', 'b', 'UPLOAD', 'upload', 'x', '', '%61', '%2F', '%E0%A4%A', 'é', '{id}', '..')

test('every path finds what a regular expression for each row finds', () => {
  fc.assert(
    fc.property(rows, method, fc.array(asked, { minLength: 1, maxLength: 5 }), fc.constantFrom('', '/'), (all, verb, segments, end) => {
      const path = pathOf(segments) + end
      const router = compileRoutes(all, spec)
      const expected = naive(all)(verb, path)
      // The second answer comes from what the router remembers.
      for (const _ of ['first', 'second']) expect(found(router(verb, path))).toEqual(expected)
    }),
    { seed: 1, numRuns: 1500 },
  )
})

test('every row of the service is found at each of its addresses, whatever the order of the table', () => {
  const routersOf = (name: DialectName): Router<RowFacts>[] =>
    [operations, operations.toReversed()].map((rows) => compileRoutes(rows, dialect(name)))
  const routersIn = { spec: routersOf('spec'), live: routersOf('live') }
  for (const each of operations) {
    const routers = routersIn[each.dialect ?? 'spec']
    for (const prefix of prefixesOf(areas[areaName(each.id)], each)) {
      for (const path of paths(each)) {
        const address = prefix + path.replace(/\{\w+\}/g, '8A1C-x')
        for (const find of routers) {
          expect(found(find(each.method, address)), address).toMatchObject({ row: each.id })
          expect(found(find(each.method, `${address.toUpperCase()}/`)), address).toMatchObject({ row: each.id })
        }
      }
    }
  }
})

const table = [
  row('nowhere.list', 'GET', '/things'),
  row('nowhere.add', 'POST', '/things'),
  row('nowhere.upload', 'POST', '/things/upload'),
  row('nowhere.one', 'GET', '/things/{id}'),
  row('nowhere.part', 'GET', ['/things/{id}/parts/{part}', '/parts/{part}/of/{id}']),
]
const find = compileRoutes(table, spec)

rule('file-transfer §7.4', 'a path with a parameter is found where the literal path lacks the method', () => {
  expect(found(find('GET', '/things/upload'))).toEqual({ row: 'nowhere.one', values: ['upload'] })
  expect(found(find('POST', '/things/upload'))).toEqual({ row: 'nowhere.upload', values: [] })
})

rule('decisions §1', 'a method that no row has is refused with the methods of the path, sorted', () => {
  expect(found(find('PATCH', '/things'))).toEqual({ allow: ['GET', 'POST'] })
  expect(found(find('PATCH', '/things/upload'))).toEqual({ allow: ['GET', 'POST'] })
  expect(found(find('PATCH', '/things/1'))).toEqual({ allow: ['GET'] })
})

rule('decisions §16', 'HEAD and OPTIONS are answered only where a row has them', () => {
  expect([found(find('HEAD', '/things')), found(find('OPTIONS', '/things/1'))]).toEqual([{ allow: ['GET', 'POST'] }, { allow: ['GET'] }])
})

test('values come in the order of their names, also on a second path', () => {
  const named = (path: string) => {
    const match = find('GET', path)
    return match && 'values' in match ? Object.fromEntries(match.route.names.map((name, at) => [name, match.values[at]])) : undefined
  }

  expect(named('/things/1/parts/2')).toEqual({ id: '1', part: '2' })
  expect(named('/parts/2/of/1')).toEqual({ id: '1', part: '2' })
})

test.each([
  ['/things/a%20b', 'a b'],
  ['/things/a%2Fb', 'a%2Fb'],
  ['/things/a%2fb%252F', 'a%2fb%2F'],
  ['/things/%41%ff%42%C3%A5%c0%af', 'A%ffBå%c0%af'],
  ['/things/%F0%9F%98%80%ED%A0%80', '😀%ED%A0%80'],
  ['/things/%E0%A4%A', '%E0%A4%A'],
  ['/things/100%', '100%'],
  ['/things/a+b', 'a+b'],
  ['/things/__proto__', '__proto__'],
  ['/THINGS/Abc', 'Abc'],
])('the value in %s is %s', (path, value) => {
  expect(found(find('GET', path))).toEqual({ row: 'nowhere.one', values: [value] })
})

test('where dots are values, so is a slash', () => {
  const control = compileRoutes(table, spec, 'literal')

  expect(found(control('GET', '/things/a%2Fb'))).toEqual({ row: 'nowhere.one', values: ['a/b'] })
  expect(found(control('GET', '/things/%2e'))).toEqual({ row: 'nowhere.one', values: ['.'] })
})

test.each([
  '/',
  '',
  '/other',
  '/things/',
  '/things//',
  '//things',
  '/things/1/',
  '/things/1//parts/2',
  '/things/1/parts',
  '/things/1/parts/2/3',
])('a path has exactly its segments, and one slash after them: %s', (path) => {
  const expected: Record<string, unknown> = {
    '/things/': { row: 'nowhere.list', values: [] },
    '/things/1/': { row: 'nowhere.one', values: ['1'] },
  }

  expect(found(find('GET', path))).toEqual(expected[path])
})

test('a path of very many segments has no row', () => {
  expect(find('GET', `/things/${'a/'.repeat(100_000)}`)).toBeUndefined()
})

rule('decisions §1', 'in the live dialect a path with a shipment id exists only where the id is a GUID, in any notation', () => {
  const live = compileRoutes<RowFacts>(operations, dialect('live'))
  const digits = 'a1c7b9a06a0e4d0a9a552a9d0f6c4b21'

  expect(live('GET', '/future/shipment/not-a-guid')).toBeUndefined()
  expect(found(live('DELETE', '/future/shipment/not-a-guid'))).toEqual({ allow: ['GET'] })
  expect(found(live('GET', `/future/shipment/%7B${digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}%7D`))).toBeDefined()
  expect(found(live('GET', `/future/shipment/${digits}`))).toMatchObject({ row: 'notifications.getShipment' })
  expect(found(live('DELETE', `/future/shipment/${digits}`))).toEqual({ allow: ['GET'] })
})
