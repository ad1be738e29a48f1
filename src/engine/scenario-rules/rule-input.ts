/** Reads for rules what a call is about, before its handler, and leaves the body as it was. */
import { withBody } from '../../effects/body.ts'
import { type CallBody, ClientGone, header, type MaybePromise } from '../../wire/http/call.ts'
import { FormUnreadable, peekForm } from '../../wire/http/form.ts'
import { andThen, attempt } from '../../wire/maybe.ts'
import { readers } from '../../wire/readers.ts'
import { Refusal } from '../../wire/refusals/refusal.ts'
import type { About, FormBody, Input } from '../../wire/row.ts'
import { inputOf, jsonLimit } from '../input.ts'
import { bodyAtMinimumRate } from '../minimum-upload-rate.ts'
import { environmentOf, type Walk } from '../walk.ts'

/** The bytes of a form that are looked at. Rules do not see fields that come later, or after the file. */
const peeked = 2 ** 20

/** What a request is about, and the fields of a form. */
interface RuleInput {
  readonly about: About
  readonly fields?: unknown
}

/** A request that cannot be read is about nothing. */
export function readRuleInput(walk: Walk): MaybePromise<RuleInput> {
  const { route, world } = walk
  const { body } = route.row.request
  return attempt<RuleInput>(
    () =>
      andThen(body?.kind === 'form' ? fieldsOf(walk, body) : wholeOf(walk), (input) => ({
        about: route.row.about(input, world, environmentOf(walk)),
        fields: body?.kind === 'form' ? (input.body as { fields?: unknown } | undefined)?.fields : undefined,
      })),
    (thrown) => {
      if (thrown instanceof Refusal || thrown instanceof FormUnreadable) return { about: {} }
      throw thrown
    },
  )
}

/** The input, with a JSON body that is kept, so that effects can still break it off or slow it down. */
export function wholeOf(walk: Walk): MaybePromise<Input> {
  const { call, route } = walk
  if (call.body && route.row.request.body?.kind === 'json') walk.call = withBody(call, repeatable(call.body))
  return inputOf(walk)
}

/** A body that can be read more than once. The first reader sets the limit. */
function repeatable(body: CallBody): CallBody {
  let whole: MaybePromise<Uint8Array> | undefined
  const collect: CallBody['collect'] = (limit, arrived) => {
    whole ??= body.collect(limit, arrived)
    return whole
  }
  async function* chunks(): AsyncIterable<Uint8Array> {
    yield await collect(jsonLimit)
  }
  return { chunks, collect }
}

/** Reads the fields of a form without waiting for its file. */
async function fieldsOf(walk: Walk, { schema }: FormBody): Promise<Input> {
  const { call, route } = walk
  const arriving = bodyAtMinimumRate(walk)
  if (!arriving) throw new FormUnreadable('There is no body.')
  const { fields, body, release } = await peekForm(arriving.chunks(), header(call.headers, 'content-type') ?? '', peeked)
  walk.cleanups.push(async () => void (await release()))
  walk.call = withBody(call, { chunks: () => body, collect: () => Promise.reject(new ClientGone()) })
  const result = schema.safeParse(readers[route.area.reader].read(schema, fields))
  if (!result.success) throw new FormUnreadable('The fields are not those of this form.')
  return { params: {}, query: {}, headers: {}, body: { fields: result.data } } as unknown as Input
}
