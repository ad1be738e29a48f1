/** The entries in the simulator's tables, which must all be named in rules. */

import { refusals } from '../../src/service/areas/areas.ts'
import { dialects } from '../../src/service/areas/dialects.ts'
import { jobs, lifecycles, operations } from '../../src/service/areas/index.ts'
import { paths } from '../../src/service/wire/row.ts'
import { rateLimits } from '../../src/service/wire/vocabulary.ts'
import type { Rule } from './rules.ts'

export interface Thing {
  /** The name used in a rule's sentence. */
  readonly name: string
  readonly says: string
}

export interface ThingTable {
  readonly title: string
  readonly things: readonly Thing[]
}

/** Returns a transition's name in a rule's sentence. */
export const moveName = (what: string, from: string, to: string): string => `${what} ${from} → ${to}`

/** Every transition in every lifecycle. */
export const moves = Object.entries(lifecycles).flatMap(([what, { moves }]) =>
  Object.entries<readonly string[]>(moves).flatMap(([from, to]) =>
    to.map((next) => ({ what, from, to: next, name: moveName(what, from, next) })),
  ),
)

export const thingTables: readonly ThingTable[] = [
  {
    title: 'Operations',
    things: operations.map((row) => ({ name: row.id, says: `\`${row.method} ${paths(row)[0]}\`` })),
  },
  {
    title: 'Refusals',
    things: Object.entries(refusals).map(([name, { status, detail }]) => ({ name, says: `${status}${detail ? ` ${detail}` : ''}` })),
  },
  {
    title: 'Limits',
    things: Object.entries(rateLimits).map(([name, { current, earlier }]) => ({
      name: `${name} lets ${current} calls a minute through`,
      says: `${current} per minute${current === earlier ? '' : `, ${earlier} in the earlier definition`}`,
    })),
  },
  { title: 'Jobs', things: jobs.map(({ id, summary }) => ({ name: id, says: summary })) },
  { title: 'Status transitions', things: moves.map(({ name }) => ({ name, says: '' })) },
  { title: 'Differences between the dialects', things: dialects.map(({ topic, source }) => ({ name: topic, says: source })) },
]

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns the rules whose sentence contains the name as a whole word. */
export function rulesThatName({ name }: Thing, rules: readonly Rule[]): readonly Rule[] {
  const whole = new RegExp(`(?<![\\w.-])${escaped(name)}(?![\\w-])`)
  return rules.filter(({ sentence }) => whole.test(sentence))
}
