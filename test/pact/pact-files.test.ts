/** Finds and reads pact files. */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Misuse } from '../../src/misuse.ts'
import { readPacts } from '../../src/pact/pact-files.ts'
import { folderWith } from '../support/command-line.ts'
import { pact, pactsIn } from '../support/pacts.ts'

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

test('the pacts of the folders spec and live belong to that dialect, and so do interactions that name it', () => {
  const folder = folderWith()
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
    new Misuse(`${join(folder, 'web.json')}: the comment "dialect" of "two" is "bogus".`, ['spec', 'live']),
  )
})

test('a pact that is nested deep, or larger than any pact, is named', () => {
  const folder = folderWith({ 'deep.json': `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'large.json': '' })
  truncateSync(join(folder, 'large.json'), 2 ** 26 + 1)

  expect(() => readPacts([join(folder, 'deep.json')])).toThrow(new Misuse(`${join(folder, 'deep.json')} is nested more than 100 deep.`))
  expect(() => readPacts([join(folder, 'large.json')])).toThrow(
    new Misuse(`${join(folder, 'large.json')} has more than 67108864 bytes. No pact is that large.`),
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
  expect(() => readPacts([folder], 'nobody')).toThrow('There is no pact of the provider nobody in')
  expect(() => readPacts([folder], 'nobody')).toThrow('Valid: service, other.')
})

test.each<[string, Record<string, string>, string]>([
  ['an empty folder', {}, 'There is no pact in'],
  ['a file that is not JSON', { 'web.json': '{' }, 'web.json:1:2: this is not JSON. It ends too early.'],
  ['a file that is not a pact', { 'web.json': '{"name":"web"}' }, 'web.json is not a pact of HTTP interactions or messages: consumer'],
  ['a pact without interactions', { 'web.json': JSON.stringify(pact('web')) }, 'interactions'],
  [
    'a pact of messages with replies',
    { 'web.json': JSON.stringify({ ...pact('web'), interactions: [{ type: 'Synchronous/Messages', description: 'one' }] }) },
    'interactions 0 type',
  ],
  ['a pact with no message', { 'web.json': JSON.stringify({ ...pact('web'), interactions: undefined, messages: [] }) }, 'messages'],
])('%s is misuse', (_, files, message) => {
  const folder = folderWith(files)

  expect(() => readPacts([folder])).toThrow(Misuse)
  expect(() => readPacts([folder])).toThrow(message)
})

test('a missing place is misuse, and so is an empty list', () => {
  expect(() => readPacts([join(folderWith(), 'nowhere')])).toThrow('nowhere does not exist.')
  expect(() => readPacts([])).toThrow('There is no pact in an empty list of places.')
})
