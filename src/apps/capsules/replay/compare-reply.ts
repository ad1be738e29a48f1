/** Compares a reply with the recorded reply, whose ids, tokens and URLs can differ. */

import type { LineOf } from '../../../control/capsule-lines.ts'
import {
  bytesDifferences,
  type Difference,
  replyDifferences,
  type Sameness,
  type SameText,
  sameText,
  statusDifferences,
} from '../../../control/compare.ts'
import { readToken } from '../../../service/tokens/read-token.ts'
import { type Answer, isStream } from '../../../service/wire/call.ts'
import { isObject } from '../../../service/wire/json.ts'
import type { Platform } from '../../../service/world/platform.ts'
import type { ExpectedReply } from '../against/steps.ts'
import type { Capsule } from './read-capsule.ts'
import { readHeaders } from './reading.ts'
import type { Values } from './values.ts'

export interface Comparing {
  /** For control calls, only the status is compared. */
  readonly isControl: boolean
  readonly same: SameText
}

export function answerDifference(
  line: LineOf<'reply'>,
  { status, headers, body, cut }: Answer,
  capsule: Capsule,
  { isControl, same }: Comparing,
): Difference | undefined {
  if (isControl) return statusDifferences(line, { status })[0]
  const isCompared = line.text !== undefined
  const text = isCompared && !isStream(body) ? textOf(body) : undefined
  const [difference] = replyDifferences(
    { status: line.status, headers: readHeaders(capsule.headers, line), text: line.text },
    { status, headers, text },
    { same, isOther: false },
  )
  if (difference) return difference
  if (line.cut?.how !== cut?.how || line.cut?.afterBytes !== cut?.afterBytes)
    return { where: 'the way the connection is dropped', expected: line.cut, got: cut }
  if ((line.streamed === true) !== isStream(body))
    return { where: 'body', expected: line.streamed ? 'a stream' : 'a complete body', got: isStream(body) ? 'a stream' : 'a complete body' }
  return undefined
}

const textOf = (body: string | Uint8Array | undefined) => (body instanceof Uint8Array ? new TextDecoder().decode(body) : (body ?? ''))

/** Compares a streamed body up to the number of bytes sent. */
export async function streamDifference(
  body: Answer['body'],
  { bytes, complete, sha256: expected }: LineOf<'sent'>,
  { sha256 }: Pick<Platform, 'sha256'>,
): Promise<Difference | undefined> {
  if (body === undefined || !isStream(body)) return undefined
  const hashing = sha256()
  let read = 0
  for await (const chunk of body) {
    hashing.update(chunk)
    read += chunk.byteLength
    if (!complete && read >= bytes) break
  }
  // If a download is cut off, its last chunk might have been read but not sent.
  if (!complete) return undefined
  return bytesDifferences({ size: bytes, sha256: expected }, { size: read, sha256: hashing.end() })[0]
}

/** Compares tokens by their claims, because two signatures over the same claims can differ. */
export function markedTexts({ marks, claimsOf, restore }: Values): SameText {
  const sameToken = (number: number, text: string) => {
    const read = readToken(text)
    return read !== undefined && sortedJson(read.claims) === sortedJson(claimsOf(number))
  }
  return (expected, got) => {
    if (expected === got) return true
    const literal = expected.split(marks()).filter((_, nth) => nth % 3 === 0)
    if (literal.length === 1) return false
    const expectedMarks = [...expected.matchAll(marks())]
    if (restore(expected) === got) return true
    let at = 0
    for (const [nth, part] of literal.entries()) {
      if (nth === 0) {
        if (!got.startsWith(part)) return false
        at = part.length
        continue
      }
      const end = nth === literal.length - 1 && part === '' ? got.length : got.indexOf(part, at)
      if (end < 0) return false
      const [, kind, number] = expectedMarks[nth - 1] ?? []
      if (kind === 'token' && !sameToken(Number(number), got.slice(at, end))) return false
      at = end + part.length
    }
    return at === got.length
  }
}

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1))) : inner,
  )

export interface OtherReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Maximum number of differences reported per call. */
const most = 20
/** Headers that are not compared, because they are specific to a server. */
const ofServer = /^(?:x-standin-|ratelimit)/

/** `restore`: replaces placeholders with values. */
export function differencesIn(expected: ExpectedReply, got: OtherReply, restore: (text: string) => string, how: Sameness): Difference[] {
  const headers = Object.entries(expected.headers).flatMap(([name, value]) =>
    ofServer.test(name) ? [] : [[name, restore([value].flat().join(', '))] as const],
  )
  return replyDifferences(
    {
      status: expected.status,
      headers: Object.fromEntries(headers),
      text: expected.text === undefined ? undefined : restore(expected.text),
    },
    { status: got.status, headers: Object.fromEntries(headers.map(([name]) => [name, got.headers.get(name)])), text: got.text },
    { same: (one, other) => sameText(one, other, how), isOther: true },
  ).slice(0, most)
}
