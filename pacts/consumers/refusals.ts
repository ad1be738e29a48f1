/** Tests tables of refusals. A consumer relies on the status, and on the code, the fields and the waiting time only if it uses them. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { type Agree, type Agreement, type Answered, filled, type State, sentenceOf } from './agreement.ts'

/** A refusal, as a consumer sees it. */
export interface Seen {
  /** The service may return any one of several statuses; the first is the example. */
  readonly status: number | readonly number[]
  /** The consumer treats several codes the same way; the first is the example. */
  readonly code?: string | readonly string[]
  /** The fields that the refusal names. */
  readonly fields?: readonly string[]
  /** True if the reply has a Retry-After header. */
  readonly saysWhen?: boolean
}

export interface Refusal<Client> extends Seen, Omit<Agreement, 'response'> {
  readonly call: (client: Client) => Promise<unknown>
}

/** Refusals shared by several operations. */
export const seen = {
  unauthenticated: { status: 401 },
  forbidden: { status: 403 },
  noAccess: { status: [403, 401], code: 'BRO-00006' },
  noTransfer: { status: 404, code: 'BRO-00001' },
  noShipment: { status: 404, code: 'NOT-00003' },
  limited: { status: 429, saysWhen: true },
  cancelled: { status: 499, code: 'NOT-00002' },
  /** Only the 503 has a code, so consumers do not rely on a code. */
  unreachable: { status: [503, 500] },
} as const satisfies Record<string, Seen>

/** States for refusals that a consumer's own calls cannot cause. */
export const limitOf = (operation: string): State => ['a rate limit is used up', { operation }]
export const cancels: State = 'calls are cancelled'
export const down = (service: string): State => ['an internal service cannot be reached', { service }]

/** Tests that the consumer gets each refusal's status, code, fields and waiting time. */
export function refuses<Client>(agree: Agree<Client>, refusals: readonly Refusal<Client>[]): void {
  test.each(refusals.map((refusal) => [refusal.receiving, stateOf(refusal), first(refusal.status), refusal] as const))(
    '%s%s is refused with %i',
    async (_receiving, _given, status, { call, ...refusal }) => {
      const { code, fields, saysWhen, ...agreement } = refusal
      const thrown = await agree({ ...agreement, response: answerOf(refusal) }, (client) => reasonOf(call(client)))

      expect(thrown).toMatchObject({
        status,
        ...(code && { code: first(code) }),
        ...(fields && { errors: Object.fromEntries(fields.map((field) => [field, [message]])) }),
        ...(saysWhen && { retryAfter: wait }),
      })
    },
  )
}

type Called<Client> = Pick<Refusal<Client>, 'receiving' | 'request' | 'call'>

/** Tests the refusals that all operations share: no token, an invalid token, a token without the scope, and a cancelled call. */
export function refusesAnyone<Client>(agree: Agree<Client>, { receiving, request, call }: Called<Client>, ready: readonly State[]): void {
  // The service refuses the first three calls before it looks up the record, so no record is needed.
  const refusal = { request: { ...request, path: filled(request.path) }, call }
  refuses(agree, [
    { ...seen.unauthenticated, ...refusal, receiving: `${receiving}, without a token`, token: null },
    { ...seen.unauthenticated, ...refusal, receiving: `${receiving}, with an invalid token`, token: 'not-a-token' },
    { ...seen.forbidden, ...refusal, receiving, given: ['a caller lacks the scope'] },
    { ...seen.cancelled, receiving, request, call, given: [...ready, cancels] },
  ])
}

const stateOf = ({ given = [] }: Pick<Agreement, 'given'>) => given.map((state) => `, where ${sentenceOf(state)}`).join('')
const first = <T extends number | string>(one: T | readonly T[]): T => (Array.isArray(one) ? one[0] : one) as T

const message = 'What is wrong with it'
/** Retry-After in the examples, in seconds. */
const wait = 60

function answerOf({ status, code, fields, saysWhen }: Seen): Answered {
  const errors = fields && Object.fromEntries(fields.map((field) => [field, Matchers.eachLike(message)]))
  const body = { ...(code && { code: oneOf(code) }), ...(errors && { errors }) }
  return {
    status,
    headers: {
      ...(saysWhen && { 'Retry-After': Matchers.regex('\\d+', String(wait)) }),
      ...(Object.keys(body).length > 0 && {
        'Content-Type': Matchers.regex('application/(problem\\+)?json(;.*)?', 'application/problem+json'),
      }),
    },
    ...(Object.keys(body).length > 0 && { json: body }),
  }
}

const oneOf = (code: string | readonly string[]) => (typeof code === 'string' ? code : Matchers.regex(code.join('|'), first(code)))

/** Returns the error instead of throwing it; otherwise Pact would not record the interaction. */
const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
