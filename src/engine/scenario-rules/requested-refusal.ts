/** Answers a refusal that a tester asked for, with a text filled in as the row would fill it in. */

import { refusalSamples } from '../../areas/index.ts'
import { issuerOf, readClaims } from '../../tokens/platform-token.ts'
import type { Distrust } from '../../tokens/trust.ts'
import { bearerToken } from '../../tokens/verify.ts'
import { bodyType } from '../../wire/body-type.ts'
import { type Answer, header } from '../../wire/http/call.ts'
import type { RefusalKey } from '../../wire/refusals/index.ts'
import { Refusal } from '../../wire/refusals/refusal.ts'
import type { RefusalValues } from '../../wire/refusals/refusal-form.ts'
import { missingScope } from '../../wire/scopes.ts'
import { challengeOf } from '../challenge.ts'
import { jsonLimit } from '../input.ts'
import { exhausted } from '../limit.ts'
import { sayRefusal } from '../say.ts'
import type { Walk } from '../walk.ts'

/** Values for the placeholders in the texts of refusals. */
const fillings: Partial<Record<RefusalKey, (walk: Walk, given: RefusalValues) => RefusalValues>> = {
  unauthenticated: (walk, { fault }) => ({ challenge: fault === undefined ? 'Bearer' : faultyChallenge(walk, fault as Distrust) }),
  forbidden: ({ route }) => ({ scope: missingScope(route.row.access) }),
  'no-such-path': ({ call, address }) => ({ method: call.method, path: address.path }),
  'method-not-allowed': ({ route }) => ({ allow: route.row.method }),
  'not-acceptable': ({ route }) => ({ types: route.area.accept?.join(', ') ?? 'application/json' }),
  'too-large': () => ({ limit: jsonLimit }),
  'unsupported-media-type': ({ route }) => ({ type: bodyType(route.row) }),
  'unreadable-media-type': ({ route }) => ({ type: bodyType(route.row) }),
  'rate-limited': () => ({ seconds: 60 }),
  'unknown-token-provider': () => ({ provider: 'unknown' }),
  'subscription-not-authorized': () => ({ resource: 'urn:altinn:resource:standin-plain' }),
}

const samples: Partial<Record<RefusalKey, RefusalValues>> = refusalSamples

export function requestedRefusal(walk: Walk, key: RefusalKey, values: RefusalValues = {}): Answer {
  const { scenario } = walk.line
  const reason = scenario === null ? 'the call asks for it (Prefer)' : `the scenario ${scenario} refuses the call`
  const filled: RefusalValues = { ...samples[key], ...fillings[key]?.(walk, values), ...values, reason }
  if (key === 'rate-limited') walk.allowance = exhausted(walk, Number(filled.seconds))
  return sayRefusal(walk, new Refusal(key, filled, key === 'validation' ? {} : undefined))
}

/** The header for a token that is not trusted, for the token of the call. */
function faultyChallenge(walk: Walk, distrust: Distrust): string {
  const claims = readClaims(bearerToken(header(walk.call.headers, 'authorization')) ?? '')
  const issuer = claims && issuerOf(claims)
  return challengeOf({ ...walk, expiredCaller: undefined, distrusted: { distrust, ...(issuer !== undefined && { issuer }) } })
}
