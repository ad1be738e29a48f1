/** Collects clients' calls in a world and writes them as a pact. */

import type { Dialect } from '../../service/areas/dialect.ts'
import { type DialectName, dialectNames } from '../../service/wire/vocabulary.ts'
import type { Line } from '../../service/world/journal.ts'
import type { Json } from '../openapi/json-schema.ts'
import { draftOf } from './draft.ts'
import { interactionOf } from './interaction.ts'
import { type Observation, observe } from './observe.ts'
import { type ExpectedReply, expectedReply, refusalInBoth } from './reply.ts'
import { type Attempts, createAttempts, type Fresh, startsOf } from './starts.ts'

/** Maximum number of different calls in a recording, including those left out. */
const mostCalls = 1_000

interface PactDocument {
  readonly consumer: { readonly name: string }
  readonly provider: { readonly name: string }
  readonly interactions: readonly Json[]
  readonly metadata: Json
}

export interface RecordedPact {
  /** The contract as JSON, in version 4 of the format. */
  readonly pact: PactDocument
  /** Calls left out of the contract, and why. Duplicates are merged. */
  readonly leftOut: readonly { readonly call: string; readonly why: string }[]
}

/** The names of both sides of a contract. */
interface Parties {
  readonly consumer: string
  readonly provider: string
}

interface Seen extends Observation {
  readonly dialect: DialectName
}

export function createRecorder(fresh: (dialect: DialectName) => Fresh, parties: Parties) {
  const seen = new Map<string, Seen>()
  const refused = new Map<string, string>()
  let surplus = 0
  const keep = <Value>(calls: Map<string, Value>, key: string, value: Value) => {
    if (calls.has(key) || seen.size + refused.size < mostCalls) calls.set(key, value)
    else surplus++
  }
  return {
    /** Adds a call that has ended. */
    see(line: Line, dialect: Dialect): void {
      const observed = observe(line, dialect)
      if (typeof observed === 'string') keep(refused, nameOf(line), observed)
      else keep(seen, keyOf(observed, dialect.name), { ...observed, dialect: dialect.name })
    },
    async pact(): Promise<RecordedPact> {
      const attempts = createAttempts(fresh)
      const calls = [...seen.values()]
      const leftOut = [...refused].map(([call, why]) => ({ call, why }))
      if (surplus > 0) leftOut.push({ call: `${surplus} later calls`, why: `a recording can contain at most ${mostCalls} different calls` })
      const interactions = new Map<string, Json>()
      try {
        for (const one of calls) {
          const interaction = await tell(one, attempts)
          if (typeof interaction === 'string') leftOut.push({ call: describe(one), why: interaction })
          else interactions.set(JSON.stringify(interaction), interaction)
        }
      } finally {
        attempts.close()
      }
      return { pact: written(parties, [...interactions.values()]), leftOut: merged(leftOut) }
    },
  }
}

const nameOf = ({ operation, method, path, status }: Line) => `${method} ${operation ?? path}, answered ${status}`
const describe = ({ row, status }: Observation) => `${row.summary.replace(/\.$/, '')}, answered ${status}`

/** Returns the same key for calls that differ only in values. In replies, only times and ids may differ. */
function keyOf(observation: Observation, dialect: DialectName): string {
  const { row, status, reply } = observation
  const drafts = (['example', 'form'] as const).map((disguise) => draftOf(observation, disguise, ['token']))
  const answered = (reply.text ?? '')
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+/g, 'time')
  return JSON.stringify([row.id, dialect, status, drafts, answered])
}

/** If no starting state works, returns a string with the reason. */
async function tell(one: Seen, attempts: Attempts): Promise<Json | string> {
  /** The reason for the closest starting state. States that produce the same status are closer. */
  let nearest: { readonly why: string; readonly hasStatus: boolean } | undefined
  for (const disguise of ['example', 'form'] as const) {
    for (const { states, values: names } of startsOf(one)) {
      const draft = draftOf(one, disguise, names)
      const attempt = await attempts.make(one.dialect, states, draft)
      if (!attempt) continue
      const expected = expectedReply(one, attempt)
      if (typeof expected !== 'string') {
        const other = dialectNames.find((name) => name !== one.dialect) ?? one.dialect
        const there = await attempts.make(other, states, draft)
        const holds = there !== undefined && formOf(expectedReply(one, there)) === formOf(expected)
        const both = holds || !there ? undefined : refusalInBoth(one, expected, there)
        return interactionOf({
          description: describe(one),
          states,
          draft,
          expected: both ?? expected,
          values: attempt.values,
          dialect: holds || both ? undefined : one.dialect,
        })
      }
      const hasStatus = attempt.reply.status === one.status
      if (!nearest || (hasStatus && !nearest.hasStatus)) nearest = { why: expected, hasStatus }
    }
  }
  return `no given provides its starting state${nearest ? `: with the closest one, ${nearest.why}` : ''}`
}

/** Returns the requirements of an expected reply, without example values. */
function formOf(expected: ExpectedReply | string): string {
  if (typeof expected === 'string') return expected
  const { status, headers, body } = expected
  return JSON.stringify([status, Object.keys(headers), body?.kind, body?.kind === 'json' && Object.keys(body.rules).sort()])
}

const merged = (leftOut: readonly { call: string; why: string }[]) => [
  ...new Map(leftOut.map((each) => [JSON.stringify(each), each])).values(),
]

/** Interactions with the same description must have different states, so duplicates are numbered. */
function written(parties: Parties, interactions: readonly Json[]): PactDocument {
  const counts = new Map<string, number>()
  const named = interactions.map((interaction) => {
    const { description, providerStates } = interaction
    const name = JSON.stringify([description, providerStates])
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? interaction : { ...interaction, description: `${String(description)} (${count})` }
  })
  return {
    consumer: { name: parties.consumer },
    provider: { name: parties.provider },
    interactions: named,
    metadata: { pactSpecification: { version: '4.0' } },
  }
}
