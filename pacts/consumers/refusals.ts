/** Tests refusals of the service by tables. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { type Agree, type Agreement, type Answered, filled, sentenceOf } from './agreement.ts'

export interface Refusal<Client> extends Omit<Agreement, 'response'> {
  readonly status: number
  readonly code?: string
  /** A message for each field. */
  readonly errors?: Readonly<Record<string, string>>
  readonly call: (client: Client) => Promise<unknown>
}

/** One test per refusal: the consumer gets the status, the code and the messages. */
export function refuses<Client>(agree: Agree<Client>, refusals: readonly Refusal<Client>[]): void {
  test.each(refusals.map((refusal) => [refusal.receiving, stateOf(refusal), refusal.status, refusal] as const))(
    '%s%s is refused with %i',
    async (_receiving, _given, status, { code, errors = {}, call, ...agreement }) => {
      const thrown = await agree({ ...agreement, response: refused(status, code, errors) }, (client) => reasonOf(call(client)))

      const messages = Object.entries(errors).map(([field, message]) => [field, [message]])
      expect(thrown).toMatchObject({ status, ...(code && { code }), ...(messages.length > 0 && { errors: Object.fromEntries(messages) }) })
    },
  )
}

/** Every operation refuses a call without a token, with an invalid token, and with a token that lacks the scope. */
export function refusesStrangers<Client>(
  agree: Agree<Client>,
  { receiving, request, call }: Pick<Refusal<Client>, 'receiving' | 'request' | 'call'>,
): void {
  // The service refuses these before it looks for the record.
  const refusal = { request: { ...request, path: filled(request.path) }, call }
  refuses(agree, [
    { ...refusal, receiving: `${receiving}, without a token`, token: null, status: 401 },
    { ...refusal, receiving: `${receiving}, with an invalid token`, token: 'not-a-token', status: 401 },
    { ...refusal, receiving, given: ['a caller lacks the scope'], status: 403 },
  ])
}

const stateOf = ({ given = [] }: Pick<Agreement, 'given'>) => given.map((state) => `, where ${sentenceOf(state)}`).join('')

const refused = (status: number, code: string | undefined, errors: Readonly<Record<string, string>>): Answered => {
  const lists = Object.entries(errors).map(([field, message]) => [field, Matchers.eachLike(message)])
  return {
    status,
    headers: { 'Content-Type': Matchers.regex('application/problem\\+json(;.*)?', 'application/problem+json; charset=utf-8') },
    json: {
      status,
      detail: Matchers.like('What was wrong with it'),
      ...(code && { code }),
      ...(lists.length > 0 && { errors: Object.fromEntries(lists) }),
    },
  }
}

/** Catches the error inside the interaction, because Pact does not record interactions whose test throws. */
const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
