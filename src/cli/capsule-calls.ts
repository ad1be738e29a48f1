/** How commands name and count the calls of a capsule. */

import { Misuse } from '../misuse.ts'
import type { Counts } from '../record/capsule/outline.ts'
import { quoted } from './option.ts'

export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export const countedCalls = ({ calls, controlCalls }: Counts): string =>
  `${counted(calls, 'call')}${controlCalls === 0 ? '' : `, ${controlCalls} of them to control rows`}`

export function callNumber(text: string): { readonly world: string; readonly number: number } {
  const [, world = 'default', number] = /^(?:([a-z0-9-]{1,63})\/)?(\d{1,15})$/.exec(text) ?? []
  if (number === undefined) throw new Misuse(`is ${quoted(text)}; the number of a call, such as 12 or my-world/12, is expected.`)
  return { world, number: Number(number) }
}
