import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeContacts } from '../../tools/make-contacts.ts'

test('the contacts in fixtures are up to date and the same on every run', () => {
  const first = makeContacts()

  expect(Object.keys(first)).toEqual(['fixtures/people.json', 'fixtures/organizations.json'])
  for (const [name, text] of Object.entries(first)) expect(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')).toBe(text)
  expect(makeContacts()).toEqual(first)
})
