/** Compares the answer of a replay with the recorded one. */
import type { Platform } from '../../state/platform.ts'
import { isStream } from '../../wire/http/body.ts'
import type { Answer } from '../../wire/http/call.ts'
import type { LineOf } from '../lines.ts'
import type { Capsule } from '../read-capsule.ts'
import { readHeaders } from '../shared-headers.ts'
import { type Difference, firstDifference, type SameText } from './differences.ts'

export interface Comparing {
  /** Of a control row, the status is compared. */
  readonly isControl: boolean
  readonly same: SameText
}

export function answerDifference(
  line: LineOf<'reply'>,
  { status, headers, body, cut }: Answer,
  capsule: Capsule,
  { isControl, same }: Comparing,
): Difference | undefined {
  if (isControl) return line.status === status ? undefined : { where: 'status', expected: line.status, got: status }
  const isCompared = line.text !== undefined
  const text = isCompared && !isStream(body) ? textOf(body) : undefined
  const difference = firstDifference(
    { status: line.status, headers: readHeaders(capsule.headers, line), text: line.text },
    { status, headers, text },
    same,
  )
  if (difference) return difference
  if (line.cut?.how !== cut?.how || line.cut?.afterBytes !== cut?.afterBytes)
    return { where: 'how the connection breaks', expected: line.cut, got: cut }
  if ((line.streamed === true) !== isStream(body))
    return { where: 'body', expected: line.streamed ? 'a stream' : 'a whole body', got: isStream(body) ? 'a stream' : 'a whole body' }
  return undefined
}

const textOf = (body: string | Uint8Array | undefined) => (body instanceof Uint8Array ? new TextDecoder().decode(body) : (body ?? ''))

/** Reads a body that is streamed, as far as it was sent. */
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
  // Of a download that broke off, the last chunk may have been read and not sent.
  if (!complete) return undefined
  const got = hashing.end()
  if (read !== bytes) return { where: 'body, its bytes', expected: bytes, got: read }
  return expected === undefined || expected === got ? undefined : { where: 'body, its SHA-256', expected, got }
}
