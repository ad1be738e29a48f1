/** The bodies of calls: sent on as they arrive, or read before they are sent, with a copy for the comparison. */
import { mostBody } from '../../../../real/bodies.ts'
import { type Call, header } from '../../../../service/wire/call.ts'
import type { Content } from '../../exchange.ts'
import type { Copies, Copy } from './copies.ts'

export interface Copied {
  readonly sent: Uint8Array | AsyncIterable<Uint8Array> | undefined
  content(): Promise<Content | undefined>
}

export const noBody: Copied = { sent: undefined, content: async () => undefined }

/** A body that is sent on as it arrives. */
export function streamed({ body, headers }: Call, copies: Copies): Copied {
  if (!body) return noBody
  const whole = header(headers, 'expect') === undefined ? body.whole?.(mostWhole) : undefined
  if (whole) return { sent: whole, content: async () => whole }
  const copy = copies.begin(Number(header(headers, 'content-length')) || undefined)
  return { sent: copied(body.chunks(), copy), content: () => copy.end() }
}

/** Bytes of a body that is sent in one piece if it has arrived. */
const mostWhole = 2 ** 16

async function* copied(chunks: AsyncIterable<Uint8Array>, copy: Copy): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    copy.add(chunk)
    yield chunk
  }
}

/** A body that is read before it is sent. One of more than {@link mostBody} bytes is sent on as it is. */
export async function readBody({ body }: Call, copies: Copies, change: (bytes: Buffer) => Buffer): Promise<Copied> {
  if (!body) return noBody
  const arrived = body.whole?.(mostBody)
  if (arrived) {
    const changed = change(Buffer.from(arrived.buffer, arrived.byteOffset, arrived.byteLength))
    return { sent: changed, content: async () => changed }
  }
  const iterator = body.chunks()[Symbol.asyncIterator]()
  const parts: Uint8Array[] = []
  let size = 0
  for (let next = await iterator.next(); ; next = await iterator.next()) {
    if (next.done) {
      const changed = change(Buffer.concat(parts))
      return { sent: changed, content: async () => changed }
    }
    parts.push(next.value)
    size += next.value.byteLength
    if (size > mostBody) break
  }
  async function* rest(): AsyncIterable<Uint8Array> {
    yield* parts.splice(0)
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  const copy = copies.begin()
  return { sent: copied(rest(), copy), content: () => copy.end() }
}
