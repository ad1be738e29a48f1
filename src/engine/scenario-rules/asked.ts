/** What a call asks for by `X-Standin-Scenario`: a scenario, and what its calls are counted by. Source: decisions §14. */
import { Misuse } from '../../misuse.ts'
import { random } from '../../state/random.ts'
import { header, type MaybePromise } from '../../wire/http/call.ts'
import { andThen, attempt } from '../../wire/maybe.ts'
import type { About } from '../../wire/row.ts'
import { jsonLimit } from '../input.ts'
import { bodyAtMinimumRate } from '../minimum-upload-rate.ts'
import type { Walk } from '../walk.ts'
import { readRuleInput } from './rule-input.ts'

export interface AskedScenario {
  readonly name: string
  readonly run: string | undefined
}

const runForm = /^[\w.-]{1,64}$/

/** Undefined without the header. Throws {@link Misuse} for anything but `<name>` and `<name>; run=<word>`. */
export function askedScenario({ call }: Walk): AskedScenario | undefined {
  const text = header(call.headers, 'x-standin-scenario')
  if (text === undefined) return undefined
  const at = text.indexOf(';')
  if (at < 0) return { name: text.trim(), run: undefined }
  const [key = '', ...value] = text.slice(at + 1).split('=')
  const run = value.join('=').trim()
  if (key.trim().toLowerCase() !== 'run' || !runForm.test(run)) {
    const shown = JSON.stringify(text.slice(at + 1, at + 101).trim())
    throw new Misuse(`X-Standin-Scenario: ${shown} is not "run=" with a word of 1 to 64 letters, digits, ".", "_" and "-".`)
  }
  return { name: text.slice(0, at).trim(), run }
}

/** Whether the body tells what a call asks for. */
export const bodyTells = ({ route }: Walk): boolean => ['json', 'form'].includes(route.row.request.body?.kind ?? '')

/** What the request is about, and what it asks for: row, path, caller, and the order or content of its body. Reads the body. */
export function readThing(walk: Walk): MaybePromise<{ about: About; thing: string }> {
  return andThen(readRuleInput(walk), ({ about, fields }) =>
    andThen(contentOf(walk, about, fields), (content) => ({ about, thing: thingOf(walk, content) })),
  )
}

export function thingOf({ address, caller, route, values }: Walk, content = ''): string {
  return [route.row.id, address.environment, ...values, caller?.clientId ?? caller?.orgNo ?? '', content].join(' ')
}

/** The idempotencyId, or a hash of everything else that the body says. A body that cannot be read says nothing. */
function contentOf(walk: Walk, { order }: About, fields: unknown): MaybePromise<string> {
  if (fields !== undefined) return hash(JSON.stringify(fields))
  if (walk.route.row.request.body?.kind !== 'json') return ''
  if (order !== undefined) return `order ${order}`
  const arriving = bodyAtMinimumRate(walk)
  if (arriving === undefined) return ''
  return attempt(
    () => andThen(arriving.collect(jsonLimit), (bytes) => hash(new TextDecoder().decode(bytes))),
    () => '',
  )
}

const hash = (text: string) => random('asked', text).hex(32)
