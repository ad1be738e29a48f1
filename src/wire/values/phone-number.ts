/** Tells which texts the service accepts as a phone number. */
import type { isValidPhoneNumber } from 'libphonenumber-js/max'
import { boundedCache, getOrCreate } from '../get-or-create.ts'
import type { MaybePromise } from '../http/call.ts'
import { once } from '../maybe.ts'

let isValid: typeof isValidPhoneNumber | undefined

/** Loads the metadata of all countries: 145 kB, so not before the first call or job. A promise until it is loaded. */
export const loadPhoneNumbers: () => MaybePromise<void> = once(async () => {
  isValid = (await import('libphonenumber-js/max')).isValidPhoneNumber
})

/** Remembers results, because clients use the same recipients again and again. bench/walk.ts: an SMS order costs 25 µs of CPU, without this 34 µs. */
const results = boundedCache<string, boolean>(1000)

/** What the service's library leaves out at the end of a number. */
const unwanted = /[^\p{N}\p{L}#]/u

function wanted(text: string): string {
  let end = text.length
  while (end > 0 && unwanted.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** Whether a number is valid for its country, mobile or not. Load the metadata first. Source: notifications §4.6. */
export function isPhoneNumber(text: string): boolean {
  const international = wanted(withPlus(text))
  // The library does not accept more than 250 characters either.
  if (text.length > 250 || !/^\+[^+]/.test(international)) return false
  return getOrCreate(results, international, () => {
    if (!isValid) throw new Error('The metadata of phone numbers is not loaded. Call loadPhoneNumbers() first.')
    return isValid(international)
  })
}

/** Converts a number from the form of the registers to the form of message addresses. Source: notifications §6.1. */
export const normalizeRegisterNumber = (text: string): string => (/^[49]\d{7}$/.test(text) ? `+47${text}` : withPlus(text))

const withPlus = (text: string) => (text.startsWith('00') ? `+${text.slice(2)}` : text)
