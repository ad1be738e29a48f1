/** The verdict on the length of bodies. */
import { contentLength } from '../../../src/control/verdicts/connections.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

judges(contentLength, {
  'a client that says the length is good, one that does not is advised': [
    good({ headers: { 'content-length': '5' } }),
    bad(['1'], { headers: { 'transfer-encoding': 'chunked' } }),
  ],
  'the length that a proxy says shows nothing': [nothing({ headers: { 'content-length': '5' }, proxied: true })],
  'a call without a body shows nothing': [nothing({ method: 'GET' }, { headers: { 'content-length': '0' } })],
})
