/** Breaks the connection: before the work, during the upload, or after the work. */
import { z } from 'zod'
import { type Answer, type CallBody, ClientGone, type Cut } from '../wire/http/call.ts'
import { andThen } from '../wire/maybe.ts'
import { firstOf, withBody } from './body.ts'
import { defineWrap } from './effect.ts'

const options = z
  .strictObject({
    when: z.enum(['before-work', 'during-upload', 'after-work']),
    /** Of the request during an upload, else of the reply. */
    afterBytes: z.int().min(0).optional(),
    how: z.enum(['reset', 'end']).default('reset'),
  })
  .refine(({ when, afterBytes }) => when !== 'before-work' || afterBytes === undefined, {
    error: 'is 0 before the work, when nothing has gone in or out: leave it out',
    path: ['afterBytes'],
  })

/** Nothing was said. */
const silence = (how: Cut['how']): Answer => ({ status: 0, headers: {}, cut: { how } })

/** The first bytes of a body; then the line is dead. */
function broken(body: CallBody, afterBytes: number): CallBody {
  async function* chunks(): AsyncIterable<Uint8Array> {
    yield* firstOf(body.chunks(), afterBytes)
    throw new ClientGone()
  }
  return { chunks, collect: () => Promise.reject(new ClientGone()) }
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
    const of = when === 'after-work' ? ' of the reply' : ''
    return `The connection is ${how === 'reset' ? 'reset' : 'closed'} ${place}${afterBytes === undefined ? '' : `, after ${afterBytes} bytes${of}`}.`
  },
  wrap({ when, afterBytes, how }, { call, proceed }) {
    const { body } = call
    // Where nothing is uploaded, the connection breaks before the work.
    if (when === 'before-work' || (when === 'during-upload' && !body)) return silence(how)
    if (when === 'after-work') return andThen(proceed(), (answer) => ({ ...answer, cut: { how, afterBytes } }))
    return andThen(proceed(body && withBody(call, broken(body, afterBytes ?? 0))), (answer) => ({ ...answer, cut: { how } }))
  },
})
