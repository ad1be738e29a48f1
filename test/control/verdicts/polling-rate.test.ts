/** The verdict on polling faster than the limit allows. */
import { pollingRate } from '../../../src/control/verdicts/rate-limits.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const every = (after: number, more: object = {}) =>
  Array.from({ length: 7 }, (_, nth) => ({
    operation: 'fileTransfer.details',
    method: 'GET',
    after,
    clockMoves: 'worldAfter' in more ? nth : 0,
    ...more,
  }))

judges(pollingRate, {
  'a client that polls slowly enough is good': [good(...every(2_100))],
  'reads beside each other, a few quick ones, and a clock that a tester moves show nothing': [
    nothing(...every(2, { worldAfter: 0 })),
    nothing(...every(-20, { took: 30 })),
    nothing(...every(500).slice(2)),
  ],
  'a client that polls faster is advised': [bad(['1', '2', '3', '4', '5', '6', '7'], ...every(500))],
  'an operation without a limit shows nothing': [nothing(...every(5, { operation: 'notifications.getShipment' }))],
})
