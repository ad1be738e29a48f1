/** How a command says how many calls a capsule has: `64 calls, 4 of them to control rows`. */
import type { Counts } from '../capsule/outline.ts'
import { counted } from './counted.ts'

export const countedCalls = ({ calls, controlCalls }: Counts): string =>
  `${counted(calls, 'call')}${controlCalls === 0 ? '' : `, ${controlCalls} of them to control rows`}`
