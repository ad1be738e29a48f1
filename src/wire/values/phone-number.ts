/** Which texts the service takes for a phone number. */
import type { isValidPhoneNumber } from 'libphonenumber-js/max'
import { getOrCreate, shortMemory } from '../get-or-create.ts'
import type { MaybePromise } from '../http/call.ts'
import { once } from '../maybe.ts'

let isValid: typeof isValidPhoneNumber | undefined

/** Loads the metadata of all countries: 145 kB, so not before the first call or job. A promise until it is loaded. */
export const loadPhoneNumbers: () => MaybePromise<void> = once(async () => {
  isValid = (await import('libphonenumber-js/max')).isValidPhoneNumber
})

/** Judged lately: the same few recipients are written to again and again, and judging one costs as much as the rest of an order. */
const judged = shortMemory<string, boolean>(1000)

/** Valid for its country, mobile or not. The metadata must have been loaded. Source: notifications §4.6. */
export function isPhoneNumber(text: string): boolean {
  const international = withPlus(text)
  // The metadata library itself gives up past 250 characters.
  if (text.length > 250 || !/^\+[^+]/.test(international)) return false
  return getOrCreate(judged, international, () => judge(international))
}

function judge(international: string): boolean {
  if (!isValid) throw new Error('The metadata of phone numbers is not loaded: await loadPhoneNumbers() first.')
  return isValid(international)
}

/** A number as registers hold it, in the form in which messages are addressed. Source: notifications §6.1. */
export const normalizeRegisterNumber = (text: string): string => (/^[49]\d{7}$/.test(text) ? `+47${text}` : withPlus(text))

const withPlus = (text: string) => (text.startsWith('00') ? `+${text.slice(2)}` : text)
