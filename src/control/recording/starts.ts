/** Possible starting states for a call, most likely first, and attempts, which send the synthetic request in a fresh simulator. */

import { areaName } from '../../service/areas/areas.ts'
import { operations } from '../../service/areas/index.ts'
import type { Operation } from '../../service/areas/operation.ts'
import { type Given, type GivenValues, givens } from '../../service/failures/givens.ts'
import { fetchInside, innerAddress } from '../../service/wire/fetch.ts'
import { anyName, Misuse } from '../../service/wire/misuse.ts'
import { utf8 } from '../../service/wire/text.ts'
import type { DialectName } from '../../service/wire/vocabulary.ts'
import type { Simulator, WorldKnobs } from '../simulator.ts'
import { type Draft, filled, filledIn, namesIn, paramsOf } from './draft.ts'
import type { Observation } from './observe.ts'

export interface State {
  readonly name: string
  readonly params?: Readonly<Record<string, string>>
}

export interface Start {
  readonly states: readonly State[]
  /** Names of the values that the states provide. */
  readonly values: readonly string[]
}

const nothing: Start = { states: [], values: [] }

export function startsOf(observation: Observation): Start[] {
  const { row, status, signed } = observation
  if (!signed || status === 401) return [nothing]
  const records = recordsOf(row).flatMap(withEachCaller)
  const callers = givens.filter(isCaller).flatMap(withEachCaller)
  const namesOne = namesInParams(row).length > 0
  // A record that was not found might never have existed.
  const likely = namesOne && status !== 404 ? [...records, ...callers] : [...callers, ...records]
  const registered = registersOf(observation)
  const starts = [...registered.flatMap((state) => likely.map((start) => both(start, state))), ...likely]
  const failures = failuresOf(row, status)
  return failures.length > 0 ? failures.flatMap((failure) => starts.map((start) => both(start, failure))) : starts
}

const namesInParams = (row: Operation) => Object.values(paramsOf(row)).flatMap(namesIn)

const isCaller = ({ values, usesKnobs }: Given) =>
  !usesKnobs && values.includes('token') && values.every((name) => /^(token|idempotencyId)$/.test(name))

/** Returns the givens that provide the values in this area's paths. The given from the row's example comes first. */
function recordsOf(row: Operation): Given[] {
  const own = namesInParams(row)
  const area = areaName(row.id)
  const names = own.length > 0 ? own : operations.filter(({ id }) => areaName(id) === area).flatMap(namesInParams)
  return givens
    .filter((given) => !isCaller(given) && given.values.includes('token') && given.values.some((name) => names.includes(name)))
    .sort((one, other) => Number(other.sentence === row.example.given) - Number(one.sentence === row.example.given))
}

/** Returns the givens for contacts whose values appear in the body. */
function registersOf({ body }: Observation): Start[] {
  const text = JSON.stringify(body?.json ?? null)
  return givens
    .filter(({ values }) => values.length > 0 && values.every((name) => name !== 'token' && text.includes(`"${name}":`)))
    .map(({ sentence, values }) => ({ states: [{ name: sentence }], values }))
}

/** Returns the states in which every call fails in the same way. */
function failuresOf({ dependsOn, limit }: Operation, status: number): Start[] {
  const failure = (name: string, params?: State['params']): Start => ({ states: [{ name, ...(params && { params }) }], values: [] })
  if (status === 429) return limit ? [failure('a rate limit is used up', { operation: limit })] : []
  if (status === 499) return [failure('calls are cancelled')]
  return status === 503 ? dependsOn.map((service) => failure('an internal service cannot be reached', { service })) : []
}

const both = (one: Start, other: Start): Start => ({ states: [...one.states, ...other.states], values: [...one.values, ...other.values] })

/** Returns a starting state for each of the given's callers. The default caller comes first. */
function withEachCaller({ sentence, params, values }: Given): Start[] {
  const callers = callersOf(params.shape.caller)
  if (callers.length === 0) return [{ states: [{ name: sentence }], values }]
  const usual = params.parse({}).caller
  return [usual, ...callers.filter((each) => each !== usual)].map((caller) => ({
    states: [{ name: sentence, ...(caller !== usual && { params: { caller: String(caller) } }) }],
    values,
  }))
}

function callersOf(schema: unknown): unknown[] {
  const inner = (schema as { def?: { innerType?: { options?: unknown[] } } } | undefined)?.def?.innerType
  return [...(inner?.options ?? [])]
}

/** A simulator with a frozen clock that is used only for attempts. */
export type Fresh = Pick<Simulator, 'carry' | 'knobs' | 'drop' | 'close'>

export interface Reply {
  readonly status: number
  /** Header names are lowercase. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface Attempt {
  readonly reply: Reply
  readonly values: GivenValues
}

export type Attempts = ReturnType<typeof createAttempts>

const world = 'attempt'

export function createAttempts(fresh: (dialect: DialectName) => Fresh) {
  const simulators = new Map<DialectName, Fresh>()
  return {
    /** Resolves to undefined if the starting state cannot be set up. */
    async make(dialect: DialectName, states: readonly State[], draft: Draft): Promise<Attempt | undefined> {
      const simulator = simulators.get(dialect) ?? fresh(dialect)
      simulators.set(dialect, simulator)
      try {
        const values = await arrange(simulator.knobs(world), states)
        return values && { values, reply: await send(simulator, draft, values) }
      } finally {
        simulator.drop(world)
      }
    },
    close(): void {
      for (const simulator of simulators.values()) simulator.close()
    },
  }
}

async function arrange({ givens }: WorldKnobs, states: readonly State[]): Promise<GivenValues | undefined> {
  let values: GivenValues = {}
  try {
    for (const { name, params } of states) values = { ...values, ...(await givens.arrange(anyName(name), params)) }
  } catch (thrown) {
    if (thrown instanceof Misuse) return undefined
    throw thrown
  }
  return values
}

async function send({ carry }: Fresh, draft: Draft, values: GivenValues): Promise<Reply> {
  const { method, path, query, headers, body } = draft
  const searchParams = new URLSearchParams(Object.entries(query).flatMap(([name, list]) => list.map((value) => [name, value])))
  const url = `${innerAddress}/worlds/${world}${filled(path, values)}${searchParams.size > 0 ? `?${searchParams}` : ''}`
  const sent = body && ('json' in body ? JSON.stringify(filledIn(body.json, values)) : body.text)
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value, values)]))
  const request = new Request(url, { method, headers: named, ...(sent === undefined ? {} : { body: utf8(sent) }) })
  const response = await fetchInside(carry, { base: innerAddress })(request)
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}
