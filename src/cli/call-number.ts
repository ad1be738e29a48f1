/** Reads a call as a user names it: `12`, or `other/12` for a call of the world `other`. */
import { Misuse } from '../misuse.ts'
import { quoted } from './option.ts'

export function callNumber(text: string): { readonly world: string; readonly number: number } {
  const [, world = 'default', number] = /^(?:([a-z0-9-]{1,63})\/)?(\d{1,15})$/.exec(text) ?? []
  if (number === undefined) throw new Misuse(`is ${quoted(text)}; the number of a call, such as 12 or my-world/12, is expected.`)
  return { world, number: Number(number) }
}
