/** Writes down how another machine answers Standin. */
import type { OutgoingReply, OutgoingRequest } from '../state/platform.ts'
import { encodeBase64 } from './bodies.ts'
import { markedUrl } from './marks.ts'
import type { Scribe } from './scribe.ts'

export async function recordedOutgoing(
  { tape, marks, refresh }: Scribe,
  { method, url }: OutgoingRequest,
  reply: Promise<OutgoingReply>,
): Promise<OutgoingReply> {
  const asked = { event: 'outgoing' as const, method, url: markedUrl(url, marks) }
  try {
    const came = await reply
    const headers = Object.fromEntries(Object.entries(came.headers).map(([name, value]) => [name, marks.header(name, value)]))
    tape.note({ ...asked, at: refresh(), status: came.status, headers, base64: encodeBase64(came.body) })
    return came
  } catch (thrown) {
    tape.note({ ...asked, at: refresh(), error: thrown instanceof Error ? thrown.message : String(thrown) })
    throw thrown
  }
}
