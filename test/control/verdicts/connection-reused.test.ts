/** The verdict on a connection for every call. */
import { connectionReused } from '../../../src/control/verdicts/connections.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const calls = (...connections: (number | null)[]) => connections.map((connection) => ({ connection }))

judges(connectionReused, {
  'a client that keeps its connection is good': [good(...calls(1, 1, 2, 1))],
  'a client that closes it after every call is advised': [bad(['2', '3', '4', '5', '6'], ...calls(1, 2, 3, 4, 5, 6))],
  'a client that keeps one now and then shows nothing, and neither does a call through a proxy': [
    nothing(...calls(1, 2, 3, 4, 4, 5, 6, 7)),
  ],
  'connections that Standin broke, and calls beside each other, show nothing': [
    nothing(...calls(1, 2, 3, 4, 5, 6).map((call) => ({ ...call, lost: true }))),
    nothing(...calls(1, 2, 3, 4, 5, 6).map((call) => ({ ...call, after: -20, took: 30 }))),
    nothing(...calls(null, null, null, null, null, null)),
  ],
})
