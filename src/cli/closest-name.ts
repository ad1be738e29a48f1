/** The mistake of naming something on the command line that does not exist. */
import type { Misuse } from '../misuse.ts'
import { unknownName } from '../wire/nearest.ts'
import { quoted } from './option.ts'

/** `what` begins the message. A `prefix` that all choices share does not count as similarity. */
export const unknownOne = (what: string, given: string, choices: readonly string[], prefix = ''): Misuse =>
  unknownName(`${what} ${given.startsWith('-') ? given : quoted(given)}.`, given, choices, { prefix })
