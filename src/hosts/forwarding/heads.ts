/** The heads of calls and answers as they travel between servers, and strict readers of them. */
import type { Answer, Call, CallHeaders, Cut, LivePlace } from '../../wire/http/call.ts'
import { isObject } from '../../wire/json/members.ts'
import { BadFrame } from './frames.ts'

/** `whole`: it is in the frame of the head. `later`: the owner says when it wants it. */
export type BodyManner = 'none' | 'whole' | 'later'

/** A call without its body, as the JSON of a frame has it. */
type CallHead = readonly [
  method: string,
  url: string,
  base: string | null,
  place: LivePlace | null,
  headers: CallHeaders,
  isLocal: boolean,
  isOwn: boolean,
  /** The number of the connection at the forwarder. 0 where the host sees no connections. */
  connection: number,
  body: BodyManner,
]

export const callHead = (call: Call, connection: number, body: BodyManner): CallHead => [
  call.method,
  call.url,
  call.base ?? null,
  call.place ?? null,
  call.headers,
  call.isLocal(),
  call.isOwn === true,
  connection,
  body,
]

interface ReadCall {
  readonly call: Omit<Call, 'body' | 'signal' | 'connection'>
  readonly connection: number
  readonly body: BodyManner
}

export function readCallHead(head: unknown): ReadCall {
  if (!Array.isArray(head) || head.length !== 9) throw new BadFrame('The head of a call is not readable.')
  const [method, url, base, place, headers, isLocal, isOwn, connection, body] = head as unknown[]
  const isGood =
    isText(method) &&
    isText(url) &&
    (base === null || isText(base)) &&
    isPlace(place) &&
    areHeaders(headers) &&
    typeof isLocal === 'boolean' &&
    typeof isOwn === 'boolean' &&
    isCount(connection) &&
    (body === 'none' || body === 'whole' || body === 'later')
  if (!isGood) throw new BadFrame('The head of a call is not readable.')
  const call = {
    method,
    url,
    base: base ?? undefined,
    place: place ?? undefined,
    headers,
    ...(isOwn && { isOwn }),
    isLocal: () => isLocal,
  }
  return { call, connection, body }
}

/** A number: the bytes of a whole body that does not fit into the frame of its head. `stream`: its length is not known. */
export type AnswerManner = 'whole' | 'stream' | number

/** An answer without its body, as the JSON of a frame has it. */
type AnswerHead = readonly [
  status: number,
  headers: Answer['headers'],
  cut: Cut | null,
  body: AnswerManner,
  /** Whether somebody at the owner still reads the body of the call. */
  isRead: boolean,
]

export const answerHead = ({ status, headers, cut }: Answer, body: AnswerManner, isRead: boolean): AnswerHead => [
  status,
  headers,
  cut ?? null,
  body,
  isRead,
]

interface ReadAnswer {
  readonly answer: Omit<Answer, 'body'>
  readonly body: AnswerManner
  readonly isRead: boolean
}

export function readAnswerHead(head: unknown): ReadAnswer {
  if (!Array.isArray(head) || head.length !== 5) throw new BadFrame('The head of an answer is not readable.')
  const [status, headers, cut, body, isRead] = head as unknown[]
  const isGood =
    isCount(status) &&
    areHeaders(headers) &&
    isCut(cut) &&
    (body === 'whole' || body === 'stream' || isCount(body)) &&
    typeof isRead === 'boolean'
  if (!isGood) throw new BadFrame('The head of an answer is not readable.')
  return { answer: { status, headers, ...(cut && { cut }) }, body, isRead }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function areHeaders(value: unknown): value is Answer['headers'] {
  if (!isObject(value)) return false
  for (const name in value) {
    const field = value[name]
    if (typeof field !== 'string' && !(Array.isArray(field) && field.every(isText))) return false
  }
  return true
}

const isPlace = (value: unknown): value is LivePlace | null =>
  value === null ||
  (isObject(value) &&
    (value.world === undefined || isText(value.world)) &&
    (value.environment === undefined || value.environment === 'test' || value.environment === 'production'))

const isCut = (value: unknown): value is Cut | null =>
  value === null ||
  (isObject(value) && (value.how === 'reset' || value.how === 'end') && (value.afterBytes === undefined || isCount(value.afterBytes)))
