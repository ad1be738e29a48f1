/** What else a fault demands than Standin expects, by names that faults have. */

import { jobs, operations, operationsById } from '../../areas/index.ts'
import { dialectNames } from '../../wire/dialect.ts'
import { unknownName } from '../../wire/nearest.ts'
import { type RefusalKey, refusals } from '../../wire/refusals/index.ts'
import type { Demand, Fault } from './fault.ts'
import { faultsFor } from './faults.ts'

/** By the name of a fault, such as `refused NOT-00001`, by a part of it, such as `ends`, or by a status, such as `403`. */
export type Expectations = ReadonlyMap<string, Demand>

/** The names of a fault, the most exact one first. */
export function namesOf({ name, effects: { refuse } }: Pick<Fault, 'name' | 'effects'>): string[] {
  const [kind = '', what = kind] = name.split(' ')
  return [name, what, ...(refuse === undefined ? [] : [String(refusals[what as RefusalKey].status)]), kind]
}

/** Throws `Misuse` for a name that no fault has. `option`: what the message calls them. */
export function expectationsOf(given: Readonly<Record<string, Demand>>, option: string): Expectations {
  const names = Object.keys(given)
  const known = new Set(names.length === 0 ? [] : everyFault().flatMap(namesOf))
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined) {
    const words = [...known].filter((name) => !name.includes(' ')).sort()
    throw unknownName(`${option}: no fault has the name, part of a name, or status ${JSON.stringify(unknown)}.`, unknown, words)
  }
  return new Map(Object.entries(given))
}

/** A call and a job to which everything happens that the faults ask for. */
const everything = { status: 200, code: null, cut: false, commits: 1, sent: 100, received: 100, isJson: true, applied: [], replyBody: null }

const everyFault = (): Fault[] =>
  [...operations, ...jobs].flatMap(({ id }) => {
    const step = {
      ...everything,
      id: '1',
      target: id,
      isCall: operationsById.has(id),
      nth: 1,
      outcome: { deliveries: 1, condition: 'met' },
    }
    return dialectNames.flatMap((dialect) => faultsFor(step, { channels: ['Email', 'SMS'], dialect }))
  })
