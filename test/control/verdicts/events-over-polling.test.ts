/** The verdict on reading the same thing over and over. */
import { eventsOverPolling } from '../../../src/control/verdicts/polling.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const read = { operation: 'fileTransfer.overview', method: 'GET', path: '/broker/api/v1/filetransfer/11111111-1111-4111-8111-111111111111' }
const reads = (count: number) => Array.from({ length: count }, () => read)

const feed = { operation: 'notifications.readFeed', method: 'GET' }
const event = { delivery: { status: 200, why: null, validates: false } }

judges(eventsOverPolling, {
  'a client that learns of changes is good, one that polls is advised': [
    good(feed, read),
    good(event, ...reads(3)),
    bad(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'], ...reads(12)),
  ],
  'a few reads show nothing, with or without events': [
    nothing(...reads(9)),
    nothing(feed, ...reads(9)),
    nothing(read, { ...read, path: read.path.replaceAll('1', '2') }),
  ],
})
