/** Finds and reads pact files. */
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPacts, writePacts } from '../../../../src/apps/contracts/verifying/pact-files.ts'
import { Misuse } from '../../../../src/service/wire/misuse.ts'
import { folderWith } from '../../../support/folder.ts'
import { pact, pactsIn } from '../../../support/pacts.ts'
import { expect, test } from '../../../support/rule.ts'

const one = { description: 'one', status: 200 }

test('the JSON files of a folder are read in the order of their names', () => {
  const folder = folderWith({ 'b.json': JSON.stringify(pact('b', one)), 'a.json': JSON.stringify(pact('a', one)), 'notes.md': 'none' })

  const files = readPacts([folder])
  expect(files.map(({ path, provider }) => [path, provider])).toEqual([
    [join(folder, 'a.json'), 'service'],
    [join(folder, 'b.json'), 'service'],
  ])
  expect(files.map(({ interactions }) => interactions.map(({ consumer, description, given }) => [consumer, description, given]))).toEqual([
    [['a', 'one', []]],
    [['b', 'one', []]],
  ])
})

test('the pacts of the folders spec and live belong to that dialect, and so do interactions that name it', ({ folder }) => {
  for (const dialect of ['spec', 'live']) mkdirSync(join(folder, dialect))
  writeFileSync(join(folder, 'web.json'), JSON.stringify(pact('web', one, { ...one, description: 'two', dialect: 'live' })))
  writeFileSync(join(folder, 'spec', 'strict.json'), JSON.stringify(pact('strict', one)))
  writeFileSync(join(folder, 'live', 'strict.json'), JSON.stringify(pact('strict-live', one)))

  expect(readPacts([folder]).flatMap(({ interactions }) => interactions.map(({ consumer, dialect }) => [consumer, dialect]))).toEqual([
    ['web', undefined],
    ['web', 'live'],
    ['strict', 'spec'],
    ['strict-live', 'live'],
  ])
})

test('a comment that names no dialect is refused with the dialects', () => {
  const folder = pactsIn({ 'web.json': pact('web', one, { ...one, description: 'two', dialect: 'bogus' }) })

  expect(() => readPacts([folder])).toThrow(
    new Misuse(`${join(folder, 'web.json')}: the "dialect" comment of "two" is "bogus".`, ['spec', 'live']),
  )
})

test('a pact that is nested deep, or larger than any pact, is named', () => {
  const folder = folderWith({ 'deep.json': `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'large.json': '' })
  truncateSync(join(folder, 'large.json'), 2 ** 26 + 1)

  expect(() => readPacts([join(folder, 'deep.json')])).toThrow(
    new Misuse(`${join(folder, 'deep.json')} is nested more than 100 levels deep.`),
  )
  expect(() => readPacts([join(folder, 'large.json')])).toThrow(
    new Misuse(`${join(folder, 'large.json')} is larger than 67108864 bytes, the limit for a pact.`),
  )
})

test('a file that is named is read, whatever its extension', () => {
  const folder = folderWith({ 'web.pact': JSON.stringify(pact('web', one)) })

  expect(readPacts([join(folder, 'web.pact')])).toHaveLength(1)
})

test('states are read from every version of the format', () => {
  const { consumer, provider } = pact('web')
  const interactions = [
    { description: 'second', providerState: 'it rains' },
    { description: 'third', providerStates: [{ name: 'it rains', params: { hard: true } }, { name: 'it is dark' }] },
    { description: 'none', providerState: null },
  ]

  expect(readPacts([pactsIn({ 'web.json': { consumer, provider, interactions } })])[0]?.interactions.map(({ given }) => given)).toEqual([
    ['it rains'],
    ['it rains', 'it is dark'],
    [],
  ])
})

test('only the pacts of the wanted provider are read', () => {
  const folder = pactsIn({ 'mine.json': pact('mine', one), 'other.json': { ...pact('other', one), provider: { name: 'other' } } })

  expect(readPacts([folder], 'other').map(({ interactions }) => interactions[0]?.consumer)).toEqual(['other'])
  expect(() => readPacts([folder], 'nobody')).toThrow('No pacts with provider nobody found in')
  expect(() => readPacts([folder], 'nobody')).toThrow('Valid: service, other.')
})

test.each<[string, Record<string, string>, string]>([
  ['an empty folder', {}, 'No pacts found in'],
  ['a file that is not JSON', { 'web.json': '{' }, 'web.json:1:2: invalid JSON. The file ends too early.'],
  ['a file that is not a pact', { 'web.json': '{"name":"web"}' }, 'web.json is not a pact with HTTP interactions or messages: consumer'],
  ['a pact without interactions', { 'web.json': JSON.stringify(pact('web')) }, 'interactions'],
  [
    'a pact of messages with replies',
    { 'web.json': JSON.stringify({ ...pact('web'), interactions: [{ type: 'Synchronous/Messages', description: 'one' }] }) },
    'interactions.0.type must be one of ',
  ],
  ['a pact with no message', { 'web.json': JSON.stringify({ ...pact('web'), interactions: undefined, messages: [] }) }, 'messages'],
])('%s is misuse', (_, files, message) => {
  const folder = folderWith(files)

  expect(() => readPacts([folder])).toThrow(Misuse)
  expect(() => readPacts([folder])).toThrow(message)
})

test('a missing place is misuse, and so is an empty list', () => {
  expect(() => readPacts([join(folderWith(), 'nowhere')])).toThrow('nowhere does not exist.')
  expect(() => readPacts([])).toThrow('No pacts found in an empty list of paths.')
})

/** The only interaction of a pact, which has this request. A message has none. */
function withRequest(request: unknown) {
  const list = { [request === undefined ? 'messages' : 'interactions']: [{ description: 'one', request }] }
  const folder = folderWith({ 'a.json': JSON.stringify({ consumer: { name: 'a' }, provider: { name: 'service' }, ...list }) })
  return readPacts([folder])[0]?.interactions[0]
}

const sent = 'Bearer a-token'
const headers = { authorization: sent }
const inVersion2 = { '$.headers.Authorization': { match: 'regex', regex: 'Bearer .*' } }
const inVersion3 = { header: { Authorization: { matchers: [{ match: 'type' }] } } }
// biome-ignore lint/suspicious/noTemplateCurlyInString: Pact writes expressions like this
const generators = { header: { Authorization: { type: 'ProviderState', expression: 'Bearer ${token}' } } }

test.each([
  ['matches it by a rule of version 2', { headers, matchingRules: inVersion2 }, sent],
  ['matches it by a rule of version 3', { headers, matchingRules: inVersion3 }, sent],
  ['matches it by a rule of version 4', { headers: { Authorization: [sent] }, matchingRules: inVersion3 }, sent],
  ['names the token of its state', { headers, matchingRules: inVersion3, generators }, undefined],
  ['wants this token', { headers }, undefined],
  ['sends none', { matchingRules: inVersion3 }, undefined],
  ['is absent, as in a message', undefined, undefined],
])('a request that %s', (_, request, token) => {
  expect(withRequest(request)?.anyToken).toBe(token)
})

test.each(['/_standin/worlds/mine', '/worlds/mine/_standin/reset', '/%5Fstandin/reset', '/future/../_standin/reset', '//_standin/reset'])(
  'the path %s is one of a control row, which no contract is about',
  (path) => {
    expect(withRequest({ path })?.isControl).toBe(true)
  },
)

test('a path of the service is none of a control row', () => {
  for (const request of [{ path: '/future/orders' }, { path: '/future/shipment/_standing' }, {}, undefined])
    expect(withRequest(request)?.isControl).toBe(false)
})

test('the plugins that a pact names are not run', () => {
  const { metadata, ...document } = pact('web', one)
  const folder = pactsIn({
    'web.json': { ...document, metadata: { ...metadata, plugins: [{ name: 'a-strangers-plugin', version: '1.0.0' }] } },
  })
  const files = readPacts([folder])
  const [written = ''] = writePacts(
    folder,
    files,
    files.flatMap(({ interactions }) => interactions),
  )

  expect(readFileSync(written, 'utf8')).not.toContain('plugin')
  expect(JSON.parse(readFileSync(written, 'utf8')).metadata).toEqual(metadata)
})
