/** What a client may do after a fault, as an option says it. */
import { expectationsOf } from '../../explore/expectations.ts'
import { type Demand, demands } from '../../explore/fault.ts'
import { Misuse } from '../../misuse.ts'
import { quoted } from '../option.ts'

/** `409=end 403=survive`. Refuses a name that no fault has. */
export function demanded(text: string | undefined): Record<string, Demand> {
  const pairs = (text ?? '').split(/[\s,]+/).filter((each) => each !== '')
  const found = Object.fromEntries(
    pairs.map((pair) => {
      const [refusal = '', demand = ''] = pair.split('=')
      const wanted = demands.find((each) => each === demand)
      if (!/^[\w-]+=/.test(pair) || wanted === undefined)
        throw new Misuse(`--expect is ${quoted(pair)}; a status or a refusal and what it demands is expected, such as 409=end.`, demands)
      return [refusal, wanted]
    }),
  )
  expectationsOf(found, '--expect')
  return found
}
