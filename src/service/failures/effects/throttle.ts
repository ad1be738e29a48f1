/** Slows down the request, the reply, or both. */
import { z } from 'zod'
import { type Answer, type CallBody, gatherChunks, isStream } from '../../wire/call.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { type Around, chunksOf, defineWrap, wholeOf, withBody } from '../scenario/effect.ts'

/** Rates are in bytes per second. */
const options = whenNeeded(() =>
  z
    .strictObject({
      up: z.int().min(1).optional().describe('Bytes per second for the request.'),
      down: z.int().min(1).optional().describe('Bytes per second for the reply.'),
    })
    .refine(({ up, down }) => (up ?? down) !== undefined, {
      error: 'needs at least one of these options, in bytes per second',
      params: { choices: ['up', 'down'] },
    }),
)

/** Milliseconds that each part takes. */
const partTime = 50

/** Yields the bytes in small parts. Before each part, waits for the time that the part takes at this rate. */
async function* slowed(chunks: AsyncIterable<Uint8Array>, perSecond: number, pause: Around['pause']): AsyncIterable<Uint8Array> {
  const most = Math.max(1, Math.round((perSecond * partTime) / 1000))
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength; at += most) {
      const part = chunk.subarray(at, at + most)
      await pause((part.byteLength / perSecond) * 1000)
      yield part
    }
  }
}

function slowBody(body: CallBody, perSecond: number, pause: Around['pause']): CallBody {
  const chunks = () => slowed(body.chunks(), perSecond, pause)
  return { chunks, collect: (limit, arrived) => gatherChunks(chunks(), limit, arrived) }
}

/** Slows down an answer's body. A body in memory becomes a stream, so its length must be set explicitly. */
function slowAnswer(answer: Answer, perSecond: number, pause: Around['pause']): Answer {
  const { headers, body } = answer
  if (body === undefined) return answer
  const length = isStream(body) ? {} : { 'content-length': String(wholeOf(body).byteLength) }
  return { ...answer, headers: { ...headers, ...length }, body: slowed(chunksOf(body), perSecond, pause) }
}

export const throttle = defineWrap({
  options,
  summary: 'Bytes are sent and received slowly',
  explain({ up, down }) {
    const received = up === undefined ? '' : `received at ${up}`
    const sent = down === undefined ? '' : `sent at ${down}`
    return `Bytes are ${[received, sent].filter((way) => way !== '').join(' and ')} per second.`
  },
  async wrap({ up, down }, { call, proceed, pause }) {
    const slow = up === undefined || !call.body ? undefined : withBody(call, slowBody(call.body, up, pause))
    const answer = await proceed(slow)
    return down === undefined ? answer : slowAnswer(answer, down, pause)
  },
})
