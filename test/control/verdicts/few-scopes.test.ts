/** The verdict on scopes that no call needs. */
import { fewScopes } from '../../../src/control/verdicts/tokens.ts'
import { scopes as known } from '../../../src/service/wire/vocabulary.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const calls = (...scopes: string[]) => Array.from({ length: 5 }, () => ({ scopes }))

judges(fewScopes, {
  'a client with the scopes of its calls is good, also beside scopes of other services': [
    good(...calls(known.createNotifications, 'other:service')),
  ],
  'a client with a scope that no call needs is advised': [bad(['1'], ...calls(known.createNotifications, known.brokerRead))],
  'the scopes that Standin gives by itself show nothing, and neither do four calls': [
    nothing(...calls(...Object.values(known))),
    nothing(...calls(known.brokerRead).slice(1)),
  ],
})
