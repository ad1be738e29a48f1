/** The verdict on searching for what an event told. */
import { eventsOverSearch } from '../../../src/control/verdicts/polling.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const told = { delivery: { status: 200, why: null, validates: false } }
const read = { operation: 'events.readEvents', method: 'GET' }
const search = { operation: 'fileTransfer.search', method: 'GET' }

judges(eventsOverSearch, {
  'a client that searches now and then is good, one that always does is advised': [
    good(told, search),
    bad(['2', '3', '4'], told, search, search, search),
    bad(['2', '3', '4'], read, search, search, search, search),
  ],
  'two searches are neither rare nor many': [nothing(told, search, search)],
  'a client without events shows nothing': [nothing(search, search, search)],
})
