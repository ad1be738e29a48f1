/** Reads the input for rules before the handler runs, and leaves the body readable. Source: decisions §14. */

import { readers } from '../../areas/index.ts'
import { withBody } from '../../failures/effects.ts'
import { type CallBody, ClientGone, header } from '../../wire/call.ts'
import { FormUnreadable, peekForm } from '../../wire/form.ts'
import { Misuse } from '../../wire/misuse.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { About, FormBody, Input } from '../../wire/row.ts'
import { random } from '../../world/world.ts'
import { environmentOf } from '../context.ts'
import { inputOf, jsonLimit } from '../reading/input.ts'
import { readValue } from '../reading/json-values.ts'
import { bodyAtMinimumRate } from '../reading/minimum-upload-rate.ts'
import type { Walk } from '../walk.ts'

/** Maximum number of bytes to read from a form. Rules do not see later fields or fields after the file. */
const peeked = 2 ** 20

interface RuleInput {
  readonly about: About
  readonly fields?: unknown
}

/** Reads what rules need from a request. A malformed request matches no `where` conditions. */
export async function readRuleInput(walk: Walk): Promise<RuleInput> {
  const { route, world } = walk
  const { body } = route.row.request
  try {
    const input = await (body?.kind === 'form' ? fieldsOf(walk, body) : wholeOf(walk))
    return {
      about: route.row.about(input, world, environmentOf(walk)),
      fields: body?.kind === 'form' ? (input.body as { fields?: unknown } | undefined)?.fields : undefined,
    }
  } catch (thrown) {
    if (thrown instanceof Refusal || thrown instanceof FormUnreadable) return { about: {} }
    throw thrown
  }
}

/** Returns the input and makes a JSON body readable again, so that effects can still cut it off or delay it. */
export async function wholeOf(walk: Walk): Promise<Input> {
  const { call, route } = walk
  if (call.body && route.row.request.body?.kind === 'json') walk.call = withBody(call, repeatable(call.body))
  return inputOf(walk)
}

/** Makes a body readable more than once. The first reader sets the limit. */
function repeatable(body: CallBody): CallBody {
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

async function fieldsOf(walk: Walk, { schema }: FormBody): Promise<Input> {
  const { call, route } = walk
  const arriving = bodyAtMinimumRate(walk)
  if (!arriving) throw new FormUnreadable('There is no body.')
  const { fields, body, release } = await peekForm(arriving.chunks(), header(call.headers, 'content-type') ?? '', peeked)
  walk.cleanups.push(async () => void (await release()))
  walk.call = withBody(call, { chunks: () => body, collect: () => Promise.reject(new ClientGone()) })
  const result = schema.safeParse(readValue(schema, fields, readers[route.area.reader].accepts))
  if (!result.success) throw new FormUnreadable('The fields do not match this form.')
  return { params: {}, query: {}, headers: {}, body: { fields: result.data } } as unknown as Input
}

export interface AskedScenario {
  readonly name: string
  readonly run: string | undefined
}

const runForm = /^[\w.-]{1,64}$/

/** Parses an `X-Standin-Scenario` header: `<name>` or `<name>; run=<word>`. Throws {@link Misuse} for anything else. */
export function askedScenario(text: string): AskedScenario {
  const at = text.indexOf(';')
  if (at < 0) return { name: text.trim(), run: undefined }
  const [key = '', ...value] = text.slice(at + 1).split('=')
  const run = value.join('=').trim()
  if (key.trim().toLowerCase() !== 'run' || !runForm.test(run)) {
    const shown = JSON.stringify(text.slice(at + 1, at + 101).trim())
    throw new Misuse(`X-Standin-Scenario: ${shown} is not "run=" followed by 1 to 64 letters, digits, ".", "_" or "-".`)
  }
  return { name: text.slice(0, at).trim(), run }
}

/** True if the body helps to identify the request. */
export const bodyTells = ({ route }: Walk): boolean => ['json', 'form'].includes(route.row.request.body?.kind ?? '')

/** Reads the body and returns what the request is about and its identity: row, path, caller, and the order or content in the body. */
export async function readThing(walk: Walk): Promise<{ about: About; thing: string }> {
  const { about, fields } = await readRuleInput(walk)
  return { about, thing: thingOf(walk, await contentOf(walk, about, fields)) }
}

export function thingOf({ address, caller, route, values }: Walk, content = ''): string {
  return [route.row.id, address.environment, ...values, caller?.clientId ?? caller?.orgNo ?? '', content].join(' ')
}

/** Returns the idempotencyId or, if there is none, a hash of the body. Empty if the body cannot be parsed. */
async function contentOf(walk: Walk, { order }: About, fields: unknown): Promise<string> {
  if (fields !== undefined) return hash(JSON.stringify(fields))
  if (walk.route.row.request.body?.kind !== 'json') return ''
  if (order !== undefined) return `order ${order}`
  const arriving = bodyAtMinimumRate(walk)
  if (arriving === undefined) return ''
  try {
    return hash(new TextDecoder().decode(await arriving.collect(jsonLimit)))
  } catch {
    return ''
  }
}

const hash = (text: string) => random('asked', text).hex(32)
