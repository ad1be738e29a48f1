/** Tells which texts the service accepts as a phone number. */
import { boundedCache, getOrCreate } from '../get-or-create.ts'
import { once } from '../maybe.ts'
import type { isInternationalNumber } from './international-number.ts'

let isValid: typeof isInternationalNumber | undefined

/** Loads the metadata of all countries: 145 kB, so not before the first call or job. A promise until it is loaded. */
export const loadPhoneNumbers = once(async () => {
  isValid = (await import('./international-number.ts')).isInternationalNumber
})

/** Remembers results, because clients use the same recipients again and again. bench/walk.ts: an SMS order costs 25 µs of CPU, without this 34 µs. */
const results = boundedCache<string, boolean>(1000)

/** Whether a number is valid for its country, mobile or not. Load the metadata first. Source: notifications §4.6. */
export function isPhoneNumber(text: string): boolean {
  // The library does not accept more than 250 characters either.
  if (text.length > 251 || !/^(?:\+(?!\+)|00)/.test(text)) return false
  return getOrCreate(results, text, () => {
    if (!isValid) throw new Error('The metadata of phone numbers is not loaded. Call loadPhoneNumbers() first.')
    return isValid(withPlus(text))
  })
}

/** Converts a number from the form of the registers to the form of message addresses. Source: notifications §6.1. */
export const normalizeRegisterNumber = (text: string): string => (/^[49]\d{7}$/.test(text) ? `+47${text}` : withPlus(text))

const withPlus = (text: string) => (text.startsWith('00') ? `+${text.slice(2)}` : text)
