/** The verdict on reading the same thing over and over. */
import { test } from 'vitest'
import { eventsOverPolling } from '../../../src/control/verdicts/events-over-polling.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const read = { operation: 'fileTransfer.overview', method: 'GET', path: '/broker/api/v1/filetransfer/11111111-1111-4111-8111-111111111111' }
const reads = (count: number) => Array.from({ length: count }, () => read)

const feed = { operation: 'notifications.readFeed', method: 'GET' }
const event = { delivery: { status: 200, why: null, validates: false } }

test('a client that learns of changes is good, one that polls is advised', () => {
  expectGood(eventsOverPolling, feed, read)
  expectGood(eventsOverPolling, event, ...reads(3))
  expectBroken(eventsOverPolling, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'], ...reads(12))
})

test('a few reads show nothing, with or without events', () => {
  expectNotExercised(eventsOverPolling, ...reads(9))
  expectNotExercised(eventsOverPolling, feed, ...reads(9))
  expectNotExercised(eventsOverPolling, read, { ...read, path: read.path.replaceAll('1', '2') })
})
