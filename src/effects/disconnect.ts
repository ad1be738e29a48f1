/** Breaks the connection: before the work, during the upload, or after the work. */
import { z } from 'zod'
import { type Answer, type Call, type CallBody, ClientGone, type Cut } from '../wire/call.ts'
import { andThen } from '../wire/maybe.ts'
import { defineWrap } from './effect.ts'

const options = z.strictObject({
  when: z.enum(['before-work', 'during-upload', 'after-work']),
  /** Of the request during an upload, else of the reply. */
  afterBytes: z.int().min(0).optional(),
  how: z.enum(['reset', 'end']).default('reset'),
})

/** Nothing was said. */
const silence = (how: Cut['how']): Answer => ({ status: 0, headers: {}, cut: { how } })

/** The first bytes of a body; then the line is dead. */
function broken(body: CallBody, afterBytes: number): CallBody {
  async function* chunks(): AsyncIterable<Uint8Array> {
    let left = afterBytes
    for await (const chunk of body.chunks()) {
      if (left > 0) yield chunk.subarray(0, left)
      left -= chunk.byteLength
      if (left <= 0) break
    }
    throw new ClientGone()
  }
  return { chunks, collect: () => Promise.reject(new ClientGone()) }
}

/** A host's call may carry its properties as accessors, which spreading would lose or run. */
function withBody({ method, url, headers, signal, near }: Call, body: CallBody): Call {
  return { method, url, headers, signal, near, body }
}

export const disconnect = defineWrap({
  options,
  summary: 'The connection breaks off',
  explain({ when, afterBytes, how }) {
    const place = {
      'before-work': 'before anything is done',
      'during-upload': 'during the upload',
      'after-work': 'after the work is done',
    }[when]
    return `The connection is ${how === 'reset' ? 'reset' : 'closed'} ${place}${afterBytes === undefined ? '' : `, after ${afterBytes} bytes`}.`
  },
  wrap({ when, afterBytes, how }, { call, proceed }) {
    if (when === 'before-work') return silence(how)
    if (when === 'after-work') return andThen(proceed(), (answer) => ({ ...answer, cut: { how, afterBytes } }))
    const { body } = call
    return andThen(proceed(body && withBody(call, broken(body, afterBytes ?? 0))), (answer) => ({ ...answer, cut: { how } }))
  },
})
