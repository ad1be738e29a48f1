/** Creates simulators with rules, and the context that effects run in. */

import type { SimulatorOptions } from '../../src/control/create-simulator.ts'
import { nodePlatform } from '../../src/platform/node.ts'
import type { Around, Draws } from '../../src/service/failures/scenario/effect.ts'
import type { Answer, Call, CallBody } from '../../src/service/wire/call.ts'
import { anyDocument, anyName } from '../../src/service/wire/misuse.ts'
import { type HostName, hosted } from './hosts.ts'
import { type Standin, standin } from './standin.ts'

type Options = Partial<SimulatorOptions>

/** Defines the rules as the scenario `mine`, and switches it on. */
export async function switchOn(
  { simulator }: Pick<Standin, 'simulator'>,
  rules: readonly object[],
  span: { ttl?: number } = {},
): Promise<void> {
  simulator.scenarios.define('mine', anyDocument({ summary: 'Mine', rules }))
  await simulator.scenarios.use(anyName('mine'), span)
}

/** Creates a simulator with an active scenario that is called `mine`. */
export async function withRules(rules: readonly object[], options: Options = {}) {
  const here = standin(options)
  await switchOn(here, rules)
  return { ...here, line: () => here.simulator.world.journal.calls.list().find(({ scenario }) => scenario === 'mine') }
}

export async function hostedWithRules(host: HostName, rules: readonly object[], options: Options = {}) {
  const here = await hosted(host, options)
  await switchOn(here, rules)
  return { ...here, line: () => here.simulator.world.journal.calls.list().find(({ scenario }) => scenario === 'mine') }
}

/** Creates a platform that does not wait, but records each pause in milliseconds. */
export function unhurried() {
  const pauses: number[] = []
  const platform = { ...nodePlatform(), pause: async (milliseconds: number) => void pauses.push(milliseconds) }
  return { platform, pauses }
}

export const draws = (...fractions: readonly number[]): Draws => {
  const left = [...fractions]
  const counts = new Map<string, number>()
  return {
    nth: 1,
    fraction: () => left.shift() ?? 0,
    count(name) {
      const next = (counts.get(name) ?? 0) + 1
      counts.set(name, next)
      return next
    },
  }
}

export const bodyOf = (...parts: readonly string[]): CallBody => ({
  collect: async () => new TextEncoder().encode(parts.join('')),
  async *chunks() {
    for (const part of parts) yield new TextEncoder().encode(part)
  },
})

/** Creates the context for a wrapping effect, and a list of the effect's actions. */
export function surroundings({ body, answer = { status: 200, headers: {}, body: 'done' } }: { body?: CallBody; answer?: Answer } = {}) {
  const did: string[] = []
  const call: Call = { method: 'POST', url: '/', headers: {}, body, signal: new AbortController().signal, isLocal: () => true }
  const around: Around = {
    call,
    replies: {},
    async proceed(inner = call) {
      const taken = inner.body ? new TextDecoder().decode(await inner.body.collect(1_000)) : ''
      did.push(`worked${taken}`)
      return answer
    },
    pause: async (milliseconds) => void did.push(`waited ${milliseconds}`),
    hold: async (milliseconds) => void did.push(`held ${milliseconds}`),
    now: () => 0,
    refuse: (key) => ({ status: 400, headers: {}, body: key }),
    fraction: () => 0,
  }
  return { around, did }
}

export async function textOf({ body }: Answer): Promise<string> {
  if (body === undefined || typeof body === 'string') return body ?? ''
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts).toString()
}
