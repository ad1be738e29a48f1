/** Why a call was refused, in words for testers, and how a call is answered whose internal service is away. Source: decisions §13. */

import { hold } from '../failures/scenario/holding.ts'
import { refusals } from '../wire/refusals/index.ts'
import { longestHang, type OutageAnswer, outageAnswer } from '../wire/refusals/outages.ts'
import type { Errors, Refusal } from '../wire/refusals/refusal.ts'
import type { RefusalForm } from '../wire/refusals/refusal-form.ts'
import { fill } from '../wire/refusals/write-refusal.ts'
import type { Manner, Service } from '../wire/services.ts'
import { signalOf, type Walk } from './walk.ts'

/** How many messages, and how many characters of each, a line keeps. */
const most = { messages: 5, characters: 200 } as const

/** The key of the refusal, and its reason: the fields and their messages, what the refusal brings as `reason`, or the usual text. */
export function reasonOf({ key, values, errors }: Refusal): string {
  if (errors && Object.keys(errors).length > 0) return `${key}: ${messagesOf(errors)}`
  const { detail, status } = refusals[key]
  // A text with a place for the reason says more than the reason alone.
  const shows = detail.includes('<reason>')
  return `${key}: ${shortened(String((!shows && values.reason) || fill(detail, values) || `the call is answered ${status}`))}`
}

function messagesOf(errors: Errors): string {
  const all = Object.entries(errors)
  const shown = all
    .slice(0, most.messages)
    .map(([field, messages]) => shortened(field === '' ? messages.join(' ') : `${field}: ${messages.join(' ')}`))
  const left = all.length - shown.length
  return shown.join('; ') + (left > 0 ? `; and ${left} more` : '')
}

export const shortened = (text: string): string => (text.length > most.characters ? `${text.slice(0, most.characters)}…` : text)

/** Undefined where no scenario takes a service away, and where the answer is the refusal itself. */
function awayOf({ route }: Walk, { key, values }: Refusal): OutageAnswer | undefined {
  if (key !== 'unreachable' || values.manner === undefined) return undefined
  return outageAnswer(route.outages, values.service as Service, values.manner as Manner)
}

export function formOf(walk: Walk, refusal: Refusal): RefusalForm {
  const { refusals } = walk.route
  const form = awayOf(walk, refusal)?.form ?? refusal.key
  return typeof form === 'string' ? refusals[form] : form
}

/** Waits in real time for a service that does not answer, or that is tried again; undefined: not at all. It ends with the scenario, and throws when the client leaves. */
export function waitForOutage(walk: Walk, refusal: Refusal): Promise<void> | undefined {
  const { dependencies, line, world } = walk
  const kind = walk.route.row.method === 'GET' ? 'reading' : 'changing'
  const wait = refusal.values.manner === 'hanging' ? longestHang : awayOf(walk, refusal)?.wait?.[kind]
  if (wait === undefined) return undefined
  return hold(
    { world, id: line.id, signal: signalOf(walk), pause: dependencies.platform.pause },
    line.scenario ?? '',
    Math.min(wait, Number(refusal.values.atMost ?? wait)),
  )
}
