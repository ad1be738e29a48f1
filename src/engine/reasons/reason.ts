/** Says in a journal line why a call was refused, in words for testers; the client's reply stays as it is. */
import { refusals } from '../../wire/refusals/index.ts'
import type { Errors, Refusal } from '../../wire/refusals/refusal.ts'
import { fill } from '../../wire/refusals/write-refusal.ts'

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
