/** Finds the valid name that is closest to a misspelt one. */

import { Misuse } from '../misuse.ts'
import { distance } from '../wire/nearest.ts'
import { quoted } from './option.ts'

/** `what` begins the message. A `prefix` that all choices share does not count as similarity. */
export function unknownOne(what: string, given: string, choices: readonly string[], prefix = ''): Misuse {
  const tail = (name: string) => name.slice(prefix.length)
  const near = closest(tail(given), choices.map(tail))
  return new Misuse(
    `${what} ${given.startsWith('-') ? given : quoted(given)}.${near === undefined ? '' : ` Did you mean ${prefix}${near}?`}`,
    choices,
  )
}

/** The closest choice; undefined when more than a third of its letters differ. */
export function closest(given: string, choices: readonly string[]): string | undefined {
  const [best] = choices
    .map((choice) => ({ choice, away: distance(given, choice) }))
    .filter(({ choice, away }) => away <= Math.ceil(choice.length / 3))
    .sort((one, other) => one.away - other.away)
  return best?.choice
}
