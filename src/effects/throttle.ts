/** Lets the bytes of a call trickle: those that come in, those that go out, or both. */
import { z } from 'zod'
import type { Answer, CallBody } from '../wire/http/call.ts'
import { gatherBytes } from '../wire/http/gathered-bytes.ts'
import { andThen } from '../wire/maybe.ts'
import { chunksOf, isStream, wholeOf, withBody } from './body.ts'
import { type Around, defineWrap } from './effect.ts'

const rate = z.int().min(1)

/** Bytes per second. */
const options = z.strictObject({ up: rate.optional(), down: rate.optional() }).refine(({ up, down }) => (up ?? down) !== undefined, {
  error: 'needs one of them, in bytes per second',
  params: { choices: ['up', 'down'] },
})

/** How often something comes, in milliseconds. */
const beat = 50

/** Each part waits as long as it takes at that rate. */
async function* slowed(chunks: AsyncIterable<Uint8Array>, perSecond: number, pause: Around['pause']): AsyncIterable<Uint8Array> {
  const most = Math.max(1, Math.round((perSecond * beat) / 1000))
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
  async function collect(limit: number, arrived?: (bytes: number) => void): Promise<Uint8Array> {
    const gathered = gatherBytes(limit)
    for await (const part of chunks()) {
      gathered.add(part)
      arrived?.(part.byteLength)
    }
    return gathered.whole()
  }
  return { chunks, collect }
}

/** The length of what is there already is announced as ever. */
function slowAnswer(answer: Answer, perSecond: number, pause: Around['pause']): Answer {
  const { headers, body } = answer
  if (body === undefined) return answer
  const length = isStream(body) ? {} : { 'content-length': String(wholeOf(body).byteLength) }
  return { ...answer, headers: { ...headers, ...length }, body: slowed(chunksOf(body), perSecond, pause) }
}

export const throttle = defineWrap({
  options,
  summary: 'Bytes come and go slowly',
  explain({ up, down }) {
    const ways = [up === undefined ? '' : `in at ${up}`, down === undefined ? '' : `out at ${down}`].filter((way) => way !== '')
    return `Bytes go ${ways.join(' and ')} a second.`
  },
  wrap({ up, down }, { call, proceed, pause }) {
    const slow = up === undefined || !call.body ? undefined : withBody(call, slowBody(call.body, up, pause))
    return andThen(proceed(slow), (answer) => (down === undefined ? answer : slowAnswer(answer, down, pause)))
  },
})
