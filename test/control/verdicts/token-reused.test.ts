/** The verdict on a token for every call. */
import { tokenReused } from '../../../src/control/verdicts/tokens.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const calls = (...tokens: string[]) => tokens.map((token) => ({ token, expires: 1 }))

judges(tokenReused, {
  'a client that keeps its token is good': [good(...calls('a', 'a', 'a', 'b', 'b'))],
  'a client that gets one for every call is advised': [bad(['1', '2', '3', '4', '5'], ...calls('a', 'b', 'c', 'd', 'e', 'f'))],
  'a client that keeps a token now and then shows nothing': [nothing(...calls('a', 'a', 'b', 'c', 'd', 'e'))],
  'four calls show nothing, and neither do calls without a token': [
    nothing(...calls('a', 'b', 'c', 'd')),
    nothing(...Array.from({ length: 6 }, () => ({ token: null }))),
  ],
})
