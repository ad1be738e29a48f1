/** Tests a dialect's exact refusals, and writes them into the dialect's contract. */
import { expect, test } from 'vitest'
import {
  type Agreement,
  type Answered,
  type Asked,
  createAgreeing,
  type Dialect,
  type FormPart,
  filled,
  type State,
  sentenceOf,
} from '../agreement.ts'
import type { Service } from '../asking.ts'
import { cancels, down, limitOf } from '../refusals.ts'
import { calls, type StrictCall } from './calls.ts'

/** A dialect's exact replies to refused calls. */
export interface Answers {
  unauthenticated(call: StrictCall): Answered
  forbidden(call: StrictCall): Answered
  foreign(call: StrictCall): Answered
  unknown(call: StrictCall): Answered
  malformed(call: StrictCall): Answered
  wrong(call: StrictCall, errors: Readonly<Record<string, string>>): Answered
  unreachable(call: StrictCall): Answered
  cancelled(call: StrictCall): Answered
  limited(call: StrictCall, limit: number): Answered
}

type Case = Omit<Agreement, 'receiving'> & { readonly name: string }

/** Tests a dialect's refusals. The consumer's name contains the dialect; otherwise, a broker would merge the two contracts. */
export function refusesStrictly(dialect: Dialect, answers: Answers): void {
  const agree = createAgreeing(`strict-${dialect}-client`, (service) => service, dialect)
  const cases = calls.flatMap((call) =>
    casesOf(call, dialect, answers).map(({ name, ...agreement }) => ({ receiving: `${call.name}${name}`, ...agreement })),
  )

  test.each(cases.map((each) => [each.receiving, (each.given ?? []).map(sentenceOf), each] as const))(
    '%s, given %j',
    async (_name, _given, agreement) => {
      expect(await agree(agreement, (service) => send(service, agreement.request))).toBe(agreement.response.status)
    },
  )
}

function casesOf(call: StrictCall, dialect: Dialect, answers: Answers): Case[] {
  const { request, ready, foreign, unknown, malformed, wrong, needs, limit } = call
  // The service checks the token first, so no record is needed.
  const anyone = { ...request, path: filled(request.path) }
  return [
    { name: ', without a token', request: anyone, response: answers.unauthenticated(call), token: null },
    { name: ', without the scope', request: anyone, response: answers.forbidden(call), given: ['a caller lacks the scope'] },
    ...(foreign ? [{ name: ' of others', request: foreign[0], response: answers.foreign(call), given: foreign[1] }] : []),
    ...(unknown ? [{ name: ' that does not exist', request: unknown[0], response: answers.unknown(call), given: unknown[1] }] : []),
    ...(malformed ? [{ name: ' that cannot exist', request: malformed[0], response: answers.malformed(call), given: malformed[1] }] : []),
    ...(wrong ? [{ name: ' with wrong data', request: wrong[0], response: answers.wrong(call, wrong[1]), given: callerOf(call) }] : []),
    { name: '', request, response: answers.unreachable(call), given: [...ready, down(needs)] },
    { name: '', request, response: answers.cancelled(call), given: [...ready, cancels] },
    ...(limit ? [{ name: '', request, response: answers.limited(call, limit[dialect]), given: [...ready, limitOf(limit.operation)] }] : []),
  ]
}

const callerOf = ({ ready, unknown }: StrictCall): readonly State[] => unknown?.[1] ?? ready.slice(0, 1)

async function send({ base, token }: Service, { method, path, query = {}, json, bytes, form }: Asked): Promise<number> {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(bytes && { 'content-type': 'application/octet-stream' }),
  }
  const search = new URLSearchParams(query).toString()
  const body = json === undefined ? ((bytes as Uint8Array<ArrayBuffer> | undefined) ?? (form && formOf(form))) : JSON.stringify(json)
  const response = await fetch(`${base}${filled(path)}${search && `?${search}`}`, { method, headers, ...(body && { body }) })
  await response.arrayBuffer()
  return response.status
}

function formOf(parts: readonly FormPart[]): FormData {
  const form = new FormData()
  for (const { name, text, fileName } of parts) {
    if (fileName === undefined) form.append(name, text)
    else form.append(name, new Blob([text], { type: 'text/plain' }), fileName)
  }
  return form
}
