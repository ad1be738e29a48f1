/** Answers with a refusal that a scenario or `Prefer: code=…` requests, filled in as the row itself would. */

import { type RefusalKey, refusals } from '../../areas/areas.ts'
import { refusalSamples } from '../../areas/index.ts'
import { issuerOf, readClaims } from '../../tokens/read-token.ts'
import { bearerToken, type Distrust } from '../../tokens/trust.ts'
import { type Answer, header, traceIdOf } from '../../wire/call.ts'
import { bodyType, writeRefusal } from '../../wire/error-answers.ts'
import { Misuse, unknownName } from '../../wire/misuse.ts'
import { Refusal, type RefusalForm, type RefusalValues, reasonPhrase } from '../../wire/refusal.ts'
import { missingScope } from '../../wire/vocabulary.ts'
import { explain } from '../journal-line/line.ts'
import { jsonLimit } from '../reading/input.ts'
import type { Route } from '../route.ts'
import { exhausted } from '../stages/limit.ts'
import { sayRefusal } from '../stages/say.ts'
import { challengeOf } from '../stages/token-faults.ts'
import type { Walk } from '../walk.ts'

/** Values for placeholders in refusal texts. */
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
  const reason = scenario === null ? 'the call requests it (Prefer)' : `the scenario ${scenario} refuses the call`
  const filled: RefusalValues = { ...samples[key], ...fillings[key]?.(walk, values), ...values, reason }
  if (key === 'rate-limited') walk.allowance = exhausted(walk, Number(filled.seconds))
  return sayRefusal(walk, new Refusal(key, filled, key === 'validation' ? {} : undefined))
}

/** The challenge for an untrusted token, based on the call's own token. */
function faultyChallenge(walk: Walk, distrust: Distrust): string {
  const claims = readClaims(bearerToken(header(walk.call.headers, 'authorization')) ?? '')
  const issuer = claims && issuerOf(claims)
  return challengeOf({ ...walk, expiredCaller: undefined, distrusted: { distrust, ...(issuer !== undefined && { issuer }) } })
}

/** Refusals that any row can return without declaring them. */
const everywhere: readonly RefusalKey[] = ['validation', 'unauthenticated', 'forbidden', 'rate-limited', 'unreachable', 'NOT-00002']

/** Splits at commas and semicolons outside quotation marks. */
const pieces = /(?:[^",;]|"(?:[^"\\]|\\.)*"?)+/g
const quoted = /^"([^"]*)"$/

/** Returns the `code` in a Prefer header. Ignores other preferences. */
export function preferenceIn(prefer: string): string | undefined {
  for (const piece of prefer.match(pieces) ?? []) {
    const wanted = codeIn(piece)
    if (wanted) return wanted
  }
  return undefined
}

/** RFC 7240 and paging preferences, which clients send to any service. */
const usual = new Set(['respond-async', 'return', 'wait', 'handling', 'depth-noroot', 'safe', 'count', 'odata.maxpagesize'])

/** Describes an ignored preference, such as `status=503`. Returns `undefined` for preferences that are not meant for Standin. */
export function ignoredPreference(prefer: string): string | undefined {
  for (const piece of prefer.match(pieces) ?? []) {
    const name = piece.split('=', 1)[0]?.trim().toLowerCase() ?? ''
    if (name === 'code') return 'Prefer: code is ignored. Give it a value, as in code=503.'
    if (name !== '' && !usual.has(name))
      return `Prefer: ${name.replace(/[^\x21-\x7e]/g, '?').slice(0, 40)} is ignored. Did you mean code, as in code=503?`
  }
  return undefined
}

/** Avoids a regular expression, which would backtrack on a long run of blanks. */
function codeIn(piece: string): string | undefined {
  const equals = piece.indexOf('=')
  if (equals < 0 || piece.slice(0, equals).trim().toLowerCase() !== 'code') return undefined
  const value = piece.slice(equals + 1).trim()
  return quoted.exec(value)?.[1] ?? (value.includes('"') ? undefined : value)
}

/** Source: decisions §14. */
export function applyPreference(walk: Walk, preference: string): Answer {
  const answer = /^\d+$/.test(preference) ? byStatus(walk, Number(preference)) : byKey(walk, preference)
  walk.preference = `code=${preference}`
  return { ...answer, headers: { ...answer.headers, 'preference-applied': `code=${preference}` } }
}

function byKey(walk: Walk, preference: string): Answer {
  const key = Object.keys(refusals).find((known) => known.toLowerCase() === preference.toLowerCase())
  if (key === undefined)
    throw unknownName(`Prefer: unknown refusal ${JSON.stringify(preference.slice(0, 100))}.`, preference, Object.keys(refusals))
  return requestedRefusal(walk, key as RefusalKey)
}

function byStatus(walk: Walk, status: number): Answer {
  if (status < 400 || status > 599)
    throw new Misuse(`Prefer: ${status} is not the status of a refusal.`, ['400 to 599', ...Object.keys(refusals)])
  const key = declaredWith(walk.route, status)
  if (key) return requestedRefusal(walk, key)
  explain(walk.line, `${status}: the call requests it (Prefer)`)
  const title = reasonPhrase(status) ?? 'Refused'
  const form: RefusalForm = { status, type: 'about:blank', title, detail: `Preferred by the caller: ${status}.` }
  const request = { path: walk.address.path, accept: header(walk.call.headers, 'accept') }
  return writeRefusal(new Refusal('validation'), form, walk.route.area, () => traceIdOf(walk.call, walk.random), request)
}

/**
 * Returns the refusal for a status that a client prefers. For 503, this is the refusal for an unreachable service, even if the row declares
 * other refusals with status 503.
 */
const declaredWith = ({ row, refusals: forms }: Route, status: number) =>
  [...(status === 503 ? (['unreachable'] as const) : []), ...(row.refusals as readonly RefusalKey[]), ...everywhere].find(
    (key) => forms[key].status === status,
  )
