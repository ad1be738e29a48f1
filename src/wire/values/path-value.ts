/** Writes a value into the path of an address, so that it arrives as it is. */
import { Misuse } from '../../misuse.ts'

/** Reading an address removes such a part, and the part before it. Some proxies decode `%2e` first. */
const wayUp = /^(?:\.|%2e){1,2}$/i

/** Whether an address would lose the value, or change on its account. */
const isLost = (value: string): boolean => value === '' || !value.isWellFormed() || wayUp.test(value)

/** Throws {@link Misuse} for a value that no path can hold. */
export function demandPathValue(name: string, value: string): void {
  if (!isLost(value)) return
  const why =
    value === '' ? 'an address needs a value there' : value.isWellFormed() ? 'an address would go another way' : 'half a character'
  throw new Misuse(`${name} is ${JSON.stringify(value.slice(0, 100))}: ${why}. Give the name or id of one.`)
}

/** The value, encoded as one part of a path. Throws {@link Misuse} for a value that no path can hold. */
export function pathValue(name: string, value: string | number = ''): string {
  const text = String(value)
  demandPathValue(name, text)
  return encodeURIComponent(text)
}
