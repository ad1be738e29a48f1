/** Makes a call again as it was recorded. */
import type { Call } from '../../wire/http/call.ts'
import type { RecordedHeaders } from '../lines.ts'
import type { Capsule } from '../read-capsule.ts'
import { readHeaders } from '../shared-headers.ts'
import type { Contents } from './contents.ts'
import { type ReplayedCall, replayedBody } from './replayed-call.ts'
import type { Values } from './values.ts'

export async function callOf(call: ReplayedCall, { headers: sets }: Capsule, { restore }: Values, contents: Contents): Promise<Call> {
  const { arrival, body } = call.recorded
  const isWhole = body !== undefined && !body.ended?.startsWith('too')
  // A file that is missing is a mistake of the user, and no reply to the call.
  const stored = isWhole && body.sha256 !== undefined ? await contents(body) : undefined
  const read = async () => stored ?? (isWhole ? contents(body) : [])
  const headers =
    arrival.event === 'call'
      ? restored(readHeaders(sets, arrival), restore)
      : arrival.type === undefined
        ? {}
        : { 'content-type': arrival.type }
  // A text that has other tokens may have another length.
  if (body?.text !== undefined && headers['content-length'] !== undefined) {
    const bytes = await contents(body)
    headers['content-length'] = String(bytes.reduce((sum, { byteLength }) => sum + byteLength, 0))
  }
  return {
    method: arrival.method,
    url: restore(arrival.url),
    ...(arrival.event === 'call' && { base: arrival.base, place: arrival.place }),
    headers,
    ...(arrival.body && { body: replayedBody(call, read) }),
    signal: call.leaving.signal,
    isLocal: () => true,
  }
}

const restored = (headers: RecordedHeaders, restore: (text: string) => string): RecordedHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? restore(value) : value.map(restore)]),
  )
