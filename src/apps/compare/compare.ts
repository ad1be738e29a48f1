/** Compares recorded calls of the real service with a world of Standin, in the order of the replies. */

import type { Claims } from '../../service/tokens/caller.ts'
import { header } from '../../service/wire/call.ts'
import type { Exchange, RealReply } from './exchange.ts'
import type { Found } from './following/comparing.ts'
import { createHandling, isOnItsWay, textOf } from './following/handling.ts'
import { createPairs } from './following/pairing.ts'
import { authorizationOf, isJson, isUpload, requestOf } from './following/request.ts'
import { createComparedWorld } from './following/world.ts'
import { isTokenOperation, operationOr } from './operation.ts'

/** Reasons for which a call is not compared, or its differences are not told. */
export const reasons = {
  'known-before': 'it names an id that no reply brought',
  register: 'it depends on what the real register knows of a person',
  quota: 'the real service refused it with 429',
  token: 'it depends on a token that Standin cannot check',
  unpaired: 'it names a record that Standin had refused',
  race: 'it overlapped a call with the same idempotencyId',
  aborted: 'its connection broke before the reply',
  cut: 'the recording lacks a body or the token',
} as const
export type Reason = keyof typeof reasons

export interface Outcome {
  readonly exchange: Exchange
  readonly operation: string
  /** The differences; none: the replies are the same. A text: the reason for which it is not compared. */
  readonly result: readonly Found[] | Reason
}

export interface CompareOptions {
  /** The caller of calls without a token. */
  readonly as?: Claims | undefined
  /** Milliseconds after which a status that has not come never comes. */
  readonly settle: number
  /** Called before each call. */
  readonly tell?: (done: number, of: number) => void
  readonly signal?: AbortSignal | undefined
}

export interface Compared {
  readonly outcomes: readonly Outcome[]
  /** False: it was stopped. */
  readonly complete: boolean
}

type Answered = Exchange & { readonly reply: RealReply }

export async function compareExchanges(exchanges: readonly Exchange[], { as, settle, tell, signal }: CompareOptions): Promise<Compared> {
  const inOrder = exchanges.toSorted((one, other) => one.ended - other.ended)
  const isStripped = exchanges.every(({ headers, claims }) => headers.authorization === undefined && !claims)
  const world = await createComparedWorld(Math.min(...exchanges.map(({ at }) => at)))
  const pairs = createPairs()
  const handling = createHandling(world, pairs)
  /** Ids of records that the world does not have, or whose content it does not know. */
  const lacking = new Map<string, Reason>()
  const contents = new Set<string>()
  /** idempotencyId → when the reply of its last call ended. */
  const orders = new Map<string, number>()
  const polls = new Map<string, { readonly index: number; readonly exchange: Answered; readonly authorization: string | undefined }>()
  /** Polls whose status is on its way: since when, and the differences. */
  const ways = new Map<string, { readonly since: number; readonly differences: readonly Found[] }>()
  const outcomes: Outcome[] = []

  async function resultOf(exchange: Exchange, operation: string): Promise<Outcome['result']> {
    const { reply, method, headers, url } = exchange
    const leave = (reason: Reason) => {
      const ids = pairs.unknownIn(textOf(exchange))
      for (const id of ids) lacking.set(id, lacking.get(id) ?? reason)
      pairs.leave(ids)
      return reason
    }
    if (!reply) return leave('aborted')
    if (reply.status === 429) return leave('quota')
    if (reply.status === 401 && headers.authorization !== undefined) return leave('token')
    const authorization = authorizationOf(exchange, operation, { as, isStripped })
    if (authorization === 'cut') return leave('cut')
    if (exchange.missing > 0 && !(isUpload(headers) && exchange.missing <= mostMissing)) return leave('cut')
    const answered = { ...exchange, reply }
    const overlapped = isRace(exchange, orders)
    if (exchange.body && isJson(headers)) pairs.chosen(decoded(exchange.body))
    const unknown = pairs.unknownIn(url)
    await world.reach(Math.floor(exchange.at))
    const handle = () => handling.handle(answered, requestOf(exchange, authorization, pairs))
    const first = await handle()
    const isRefused = reply.status < 300 && first.ours.status >= 400
    const { differences, ours } = isRefused && addResources(exchange, world.addResource) ? await handle() : first
    // What the world has refused it lacks from now on: later differences follow from this one.
    if (reply.status < 300 && ours.status >= 400) leave(unknown.length > 0 ? 'known-before' : 'unpaired')
    const poll = `${url} ${header(headers, 'authorization')}`
    const way = isOnItsWay(differences)
    if (way) ways.set(poll, { since: ways.get(poll)?.since ?? exchange.at, differences })
    else ways.delete(poll)
    if (exchange.missing > 0) for (const id of pairs.oursIn(textOf(exchange))) contents.add(id)
    if (method === 'GET') polls.set(poll, { index: outcomes.length, exchange: answered, authorization })
    if (differences.length === 0 || way) return reply.body === undefined && method !== 'HEAD' ? 'cut' : []
    const [isStatus] = differences.map(({ kind }) => kind === 'status')
    if (isTokenOperation(operation) && isStatus) return 'token'
    if (overlapped) return 'race'
    if (unknown.length > 0 && isStatus) return unknown.map((id) => lacking.get(id)).find(Boolean) ?? 'known-before'
    if (differences.every(isOfRegister)) return 'register'
    const isUnknown = pairs.oursIn(textOf(exchange)).some((id) => contents.has(id))
    const rest = isUnknown ? differences.filter((each) => !isOfContent(each)) : differences
    return rest.length === 0 ? 'cut' : rest
  }

  try {
    for (const exchange of inOrder) {
      if (signal?.aborted) break
      tell?.(outcomes.length, inOrder.length)
      const operation = operationOr(exchange.method, exchange.url.split('?', 1)[0] ?? '')
      outcomes.push({ exchange, operation, result: await resultOf(exchange, operation) })
    }
    for (const [poll, { index, exchange, authorization }] of signal?.aborted ? [] : polls) {
      const outcome = outcomes[index]
      if (!outcome || typeof outcome.result === 'string' || outcome.result.length > 0) continue
      const before = exchange.at - settle
      const way = ways.get(poll)
      const differences = way
        ? way.since <= before
          ? way.differences
          : []
        : await handling.late(exchange, requestOf(exchange, authorization, pairs), before)
      const never = differences.filter(({ where, kind }) => kind === 'value' && /status(?:Code)?$/i.test(where))
      if (never.length > 0) outcomes[index] = { ...outcome, result: never.map((each) => ({ ...each, kind: 'never-reached' })) }
    }
    return { outcomes, complete: outcomes.length === inOrder.length }
  } finally {
    world.close()
  }
}

/** Bytes of an upload that is missing in a recording. Zeros take its place. */
const mostMissing = 64 * 2 ** 20

const decoded = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const isOfRegister = ({ there, here }: Found) =>
  /NotIdentified|Reserved/.test(`${String(there)} ${String(here)}`) || [there, here].every((each) => /^\/party\/\d+$/.test(String(each)))
const isOfContent = ({ where, kind }: Found) => kind === 'value' && /checksum$|fileTransferSize$|^body(?:$|, its)/i.test(where)

function isRace({ body, headers, at, ended }: Exchange, orders: Map<string, number>): boolean {
  const id = body && isJson(headers) ? /"idempotencyId"\s*:\s*"([^"]{1,200})"/i.exec(decoded(body))?.[1] : undefined
  if (id === undefined) return false
  const before = orders.get(id)
  orders.set(id, Math.max(ended, before ?? 0))
  return before !== undefined && at < before
}

/** Resources that the real service accepts. */
function addResources({ url, body, headers }: Exchange, add: (id: string) => boolean): boolean {
  const text = body && isJson(headers) ? decoded(body) : ''
  const named = /\/broker\//i.test(url)
    ? [...text.matchAll(/"resourceId"\s*:\s*"([\w.-]{1,200})"/gi), ...url.matchAll(/[?&]resourceId=([\w.-]{1,200})/gi)]
    : [...text.matchAll(/"resource"\s*:\s*"urn:altinn:resource:([\w.-]{1,200})"/gi)]
  return named.map(([, id]) => id !== undefined && add(id)).some(Boolean)
}
