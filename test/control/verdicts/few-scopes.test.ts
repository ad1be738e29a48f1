/** The verdict on scopes that no call needs. */
import { test } from 'vitest'
import { fewScopes } from '../../../src/control/verdicts/few-scopes.ts'
import { scopes as known } from '../../../src/service/wire/vocabulary.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const calls = (...scopes: string[]) => Array.from({ length: 5 }, () => ({ scopes }))

test('a client with the scopes of its calls is good, also beside scopes of other services', () => {
  expectGood(fewScopes, ...calls(known.createNotifications, 'other:service'))
})

test('a client with a scope that no call needs is advised', () => {
  expectBroken(fewScopes, ['1'], ...calls(known.createNotifications, known.brokerRead))
})

test('the scopes that Standin gives by itself show nothing, and neither do four calls', () => {
  expectNotExercised(fewScopes, ...calls(...Object.values(known)))
  expectNotExercised(fewScopes, ...calls(known.brokerRead).slice(1))
})
