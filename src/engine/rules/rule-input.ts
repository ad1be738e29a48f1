/** What rules may know of a call before it is worked on: they look into its body, and leave it as it was. */
import { withBody } from '../../effects/body.ts'
import { type CallBody, ClientGone, header, type MaybePromise } from '../../wire/http/call.ts'
import { FormUnreadable, peekForm } from '../../wire/http/form.ts'
import { andThen, attempt } from '../../wire/maybe.ts'
import { readers } from '../../wire/readers.ts'
import { Refusal } from '../../wire/refusals.ts'
import type { About, FormBody, Input } from '../../wire/row.ts'
import { inputOf, jsonLimit } from '../input.ts'
import { hurried } from '../minimum-upload-rate.ts'
import type { Walk } from '../walk.ts'

/** Bytes of a form; rules know nothing of fields that come later, or after the file. */
const peeked = 2 ** 20

/** What cannot be read is about nothing. */
export function readRuleInput(walk: Walk): MaybePromise<About> {
  const { environment, route, world } = walk
  const { body } = route.row.request
  return attempt<About>(
    () => andThen(body?.kind === 'form' ? fieldsOf(walk, body) : wholeOf(walk), (input) => route.row.about(input, world, environment)),
    (thrown) => {
      if (thrown instanceof Refusal || thrown instanceof FormUnreadable) return {}
      throw thrown
    },
  )
}

/** A JSON body is kept, so that an effect can still let it break off, or trickle. */
function wholeOf(walk: Walk): MaybePromise<Input> {
  const { call, route } = walk
  if (call.body && route.row.request.body?.kind === 'json') walk.call = withBody(call, kept(call.body))
  return inputOf(walk)
}

/** A body that can be taken more than once, as large as whoever takes it first allows. */
function kept(body: CallBody): CallBody {
  let whole: Promise<Uint8Array> | undefined
  const collect: CallBody['collect'] = (limit, arrived) => {
    whole ??= body.collect(limit, arrived)
    return whole
  }
  async function* chunks(): AsyncIterable<Uint8Array> {
    yield await collect(jsonLimit)
  }
  return { chunks, collect }
}

/** The file of a form is not waited for. */
async function fieldsOf(walk: Walk, { schema }: FormBody): Promise<Input> {
  const { call, route } = walk
  const timely = hurried(walk)
  if (!timely) throw new FormUnreadable('There is no body.')
  const { fields, body } = await peekForm(timely.chunks(), header(call.headers, 'content-type') ?? '', peeked)
  walk.call = withBody(call, { chunks: () => body, collect: () => Promise.reject(new ClientGone()) })
  const result = schema.safeParse(readers[route.area.reader].read(schema, fields))
  if (!result.success) throw new FormUnreadable('The fields are not those of this form.')
  return { params: {}, query: {}, headers: {}, body: { fields: result.data } } as unknown as Input
}
