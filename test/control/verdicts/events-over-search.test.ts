/** The verdict on searching for what an event told. */
import { test } from 'vitest'
import { eventsOverSearch } from '../../../src/control/verdicts/events-over-search.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const told = { delivery: { status: 200, why: null, validates: false } }
const read = { operation: 'events.readEvents', method: 'GET' }
const search = { operation: 'fileTransfer.search', method: 'GET' }

test('a client that searches now and then is good, one that always does is advised', () => {
  expectGood(eventsOverSearch, told, search)
  expectBroken(eventsOverSearch, ['2', '3', '4'], told, search, search, search)
  expectBroken(eventsOverSearch, ['2', '3', '4'], read, search, search, search, search)
})

test('two searches are neither rare nor many', () => {
  expectNotExercised(eventsOverSearch, told, search, search)
})

test('a client without events shows nothing', () => {
  expectNotExercised(eventsOverSearch, search, search, search)
})
