/** Reads fixtures, and names the mistakes in them. */
import { expect, test } from 'vitest'
import { type FixtureName, mergeFixtures, noFixtures, readFixtureList, readFixtureTexts } from '../../../src/service/areas/fixtures.ts'

const read = (name: FixtureName, text: string) => readFixtureTexts({ [name]: { file: `${name}.json`, text } })

test('a missing list is empty', () => {
  expect(readFixtureTexts({})).toEqual(noFixtures)
})

test('a resource without values gets the defaults of the service, and durations have two forms', () => {
  const { resources } = read('resources', '[{ "id": "plain" }, { "id": "short", "timeToLive": "PT1H", "gracePeriod": 60000 }]')

  expect(resources).toEqual([
    { id: 'plain', purgeAfterConfirmed: true, unscannedApproved: false },
    { id: 'short', timeToLive: 3_600_000, purgeAfterConfirmed: true, gracePeriod: 60_000, unscannedApproved: false },
  ])
})

const mistakes: [sentence: string, name: FixtureName, text: string, said: string][] = [
  ['text that is not JSON', 'people', '[\n  { "number": }\n]', 'people.json:2:15: invalid JSON.'],
  ['text that ends too early', 'people', '[\n', 'people.json:2:1: invalid JSON.'],
  ['no list', 'people', '{}', 'people.json: {} is not a list.'],
  ['an invalid number', 'people', '[{ "number": "1" }]', 'people.json, [0].number: "1": A national identity number has 11 digits.'],
  [
    'a misspelt name',
    'people',
    '[{ "number": "12838590150", "mail": "x" }]',
    'people.json, [0]: unknown member "mail". Did you mean email? Valid: email, number, name, ',
  ],
  [
    'an invalid duration',
    'resources',
    '[{ "id": "x", "timeToLive": "1 day" }]',
    'resources.json, [0].timeToLive: "1 day" is neither a duration of fixed length',
  ],
  [
    'an invalid party',
    'resources',
    '[{ "id": "x", "accessList": ["1"] }]',
    'resources.json, [0].accessList[0]: "1": Write a party as 0192:',
  ],
  ['a caller without identity', 'callers', '[{ "limits": {} }]', 'callers.json, [0]: Set either orgNo or clientId.'],
  ['a caller with two identities', 'callers', '[{ "orgNo": "991825827", "clientId": "x", "limits": {} }]', 'Set either orgNo or clientId'],
  [
    'an invalid limit',
    'callers',
    '[{ "clientId": "x", "limits": { "fileTransfer.look": 1 } }]',
    'callers.json, [0].limits: unknown member "fileTransfer.look". Did you mean fileTransfer.',
  ],
]

test.each(mistakes)('%s is misuse', (_sentence, name, text, said) => {
  expect(() => read(name, text)).toThrow(expect.objectContaining({ name: 'Misuse', message: expect.stringContaining(said) }))
})

test('a mistake in a list names the place of the list', () => {
  expect(() => readFixtureList('callers', 'standin.config.yaml: callers', 7)).toThrow('standin.config.yaml: callers: 7 is not a list.')
})

test('merged fixtures replace records with the same name', () => {
  const ours = read('callers', '[{ "clientId": "a", "limits": { "fileTransfer.search": 1 } }, { "clientId": "b", "limits": {} }]')
  const theirs = read('callers', '[{ "clientId": "a", "limits": { "fileTransfer.search": 2 } }, { "orgNo": "991825827", "limits": {} }]')

  expect(mergeFixtures(ours, theirs).callers).toEqual([
    { clientId: 'a', limits: { 'fileTransfer.search': 2 } },
    { clientId: 'b', limits: {} },
    { orgNo: '991825827', limits: {} },
  ])
})

test('a number, an id or a caller with its limits is all that an entry needs', () => {
  expect(read('people', '[{ "number": "12838590150" }]').people).toEqual([{ number: '12838590150' }])
  expect(read('organizations', '[{ "number": "310000005" }]').organizations).toEqual([{ number: '310000005', emails: [], mobiles: [] }])
  expect(read('resources', '[{ "id": "mine" }]').resources).toEqual([{ id: 'mine', purgeAfterConfirmed: true, unscannedApproved: false }])
  expect(read('callers', '[{ "clientId": "mine", "limits": {} }]').callers).toEqual([{ clientId: 'mine', limits: {} }])
})
