/** Makes a start in a fresh simulator, and sends the synthetic request from there. */

import type { GivenValues } from '../../failures/givens/given.ts'
import type { WorldKnobs } from '../../knobs.ts'
import { Misuse } from '../../misuse.ts'
import { anyName } from '../../wire/any-name.ts'
import type { DialectName } from '../../wire/dialect.ts'
import type { Carrier } from '../../wire/http/call.ts'
import { fetchInside, inside } from '../../wire/http/fetch.ts'
import { utf8 } from '../../wire/values/text.ts'
import { type Draft, filled, filledIn } from './draft.ts'
import type { State } from './starts.ts'

/** A simulator on a frozen clock, for attempts only. */
export interface Fresh {
  readonly carry: Carrier
  knobs(world: string): WorldKnobs
  drop(world: string): void
  close(): void
}

export interface Reply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface Attempt {
  readonly reply: Reply
  readonly values: GivenValues
}

export interface Attempts {
  /** Undefined when the start cannot be made. */
  make(dialect: DialectName, states: readonly State[], draft: Draft): Promise<Attempt | undefined>
  close(): void
}

const world = 'attempt'

export function createAttempts(fresh: (dialect: DialectName) => Fresh): Attempts {
  const simulators = new Map<DialectName, Fresh>()
  return {
    async make(dialect, states, draft) {
      const simulator = simulators.get(dialect) ?? fresh(dialect)
      simulators.set(dialect, simulator)
      try {
        const values = await arrange(simulator.knobs(world), states)
        return values && { values, reply: await send(simulator, draft, values) }
      } finally {
        simulator.drop(world)
      }
    },
    close() {
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
  const asked = new URLSearchParams(Object.entries(query).flatMap(([name, list]) => list.map((value) => [name, value])))
  const url = `${inside}/worlds/${world}${filled(path, values)}${asked.size > 0 ? `?${asked}` : ''}`
  const sent = body && ('json' in body ? JSON.stringify(filledIn(body.json, values)) : body.text)
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value, values)]))
  const request = new Request(url, { method, headers: named, ...(sent === undefined ? {} : { body: utf8(sent) }) })
  const response = await fetchInside(carry, { base: inside })(request)
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}
