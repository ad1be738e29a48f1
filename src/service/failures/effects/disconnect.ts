/** Drops the connection: before the work, during the upload, or after the work. */
import { z } from 'zod'
import { type Answer, type CallBody, ClientGone, type Cut } from '../../wire/call.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineWrap, firstOf, withBody } from '../scenario/effect.ts'

const options = whenNeeded(() =>
  z
    .strictObject({
      when: z.enum(['before-work', 'during-upload', 'after-work']).describe('Before, during or after the work.'),
      afterBytes: z.int().min(0).optional().describe('Number of bytes before the connection is dropped.'),
      how: z.enum(['reset', 'end']).default('reset').describe('With a reset (RST) or a close (FIN).'),
    })
    .refine(({ when, afterBytes }) => when !== 'before-work' || afterBytes === undefined, {
      error: 'is not allowed with "before-work", because no bytes have been sent yet. Remove it',
      path: ['afterBytes'],
    }),
)

const silence = (how: Cut['how']): Answer => ({ status: 0, headers: {}, cut: { how } })

/** Yields a body's first bytes, then throws the error for a disconnected client. */
function broken(body: CallBody, afterBytes: number): CallBody {
  async function* chunks(): AsyncIterable<Uint8Array> {
    yield* firstOf(body.chunks(), afterBytes)
    throw new ClientGone()
  }
  return { chunks, collect: () => Promise.reject(new ClientGone()) }
}

export const disconnect = defineWrap({
  options,
  summary: 'The connection is dropped',
  explain({ when, afterBytes, how }) {
    const moment = {
      'before-work': 'before anything is done',
      'during-upload': 'during the upload',
      'after-work': 'after the work is done',
    }[when]
    const of = when === 'after-work' ? ' of the reply' : ''
    return `The connection is ${how === 'reset' ? 'reset' : 'closed'} ${moment}${afterBytes === undefined ? '' : `, after ${afterBytes} bytes${of}`}.`
  },
  async wrap({ when, afterBytes, how }, { call, proceed }) {
    const { body } = call
    // A call without a body has no upload to interrupt, so the connection is dropped before the work.
    if (when === 'before-work' || (when === 'during-upload' && !body)) return silence(how)
    if (when === 'after-work') return { ...(await proceed()), cut: { how, afterBytes } }
    return { ...(await proceed(body && withBody(call, broken(body, afterBytes ?? 0)))), cut: { how } }
  },
})
