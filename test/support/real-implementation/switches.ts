/** Switches for testing this implementation: contact details, outages, exhausted limits, cancelled calls. */

import type { IncomingMessage } from 'node:http'
import { problems } from './problems.ts'
import { type Contact, contacts } from './register.ts'
import { bytesOf, memberOf, type Reply, refuse, textOf } from './wire.ts'

export type Switches = ReturnType<typeof openSwitches>

/** Milliseconds. */
const minute = 60_000

/** `counts`: true if calls count against rate limits. If false, only `POST /double/limits` exhausts the limits. */
export function openSwitches({ counts = false }: { readonly counts?: boolean } = {}) {
  const known = new Map(Object.entries(contacts))
  const away = new Set<string>()
  /** Times of calls, by operation and caller. */
  const calls = new Map<string, number[]>()
  /** Times when exhausted limits reset, by operation. */
  const usedUp = new Map<string, number>()
  let cancels = false

  function takeAway(service: string, isAway: boolean): void {
    if (isAway) away.add(service)
    else away.delete(service)
  }

  const recent = (key: string) => (calls.get(key) ?? []).filter((at) => at > Date.now() - minute)

  return {
    contactOf: (number: string): Contact => known.get(number) ?? { emails: [], mobiles: [] },
    isAway: (service: string) => away.has(service),
    cancels: () => cancels,

    /** Refuses the call if it needs an unavailable service. */
    reach(...services: readonly string[]) {
      if (services.some((service) => away.has(service))) refuse(problems.unavailable())
    },

    /** Counts a call. Returns the reply's headers, and true if the call exceeds the limit. */
    spend(operation: string, caller: string, limit: number) {
      const key = `${operation} ${caller}`
      const before = recent(key)
      const until = Math.max(usedUp.get(operation) ?? 0, before.length >= limit ? (before[0] ?? 0) + minute : 0)
      const wait = Math.ceil((until - Date.now()) / 1000)
      const isOver = wait > 0
      if (counts && !isOver) calls.set(key, [...before, Date.now()])
      const left = isOver ? 0 : limit - before.length - 1
      const policy = { 'ratelimit-policy': `"${operation}";q=${limit};w=60`, ratelimit: `"${operation}";r=${left};t=${isOver ? wait : 60}` }
      return { headers: policy, isOver, wait }
    },

    /** Answers `POST /double/<what>` with a JSON body. */
    async turn(what: string, request: IncomingMessage): Promise<Reply> {
      const body: unknown = JSON.parse((await bytesOf(request, problems.tooLarge())).toString() || '{}')
      const on = memberOf(body, 'on') !== false
      const operation = textOf(body, 'operation')
      const service = textOf(body, 'service')
      const number = textOf(body, 'number')
      if (what === 'contacts' && number) known.set(number, { emails: textsOf(body, 'emails'), mobiles: textsOf(body, 'mobiles') })
      else if (what === 'outage' && service) takeAway(service, on)
      else if (what === 'limits' && operation) usedUp.set(operation, on ? Date.now() + minute : 0)
      else if (what === 'cancelled') cancels = on
      else return problems.noSuchPath('POST', `/double/${what}, with what it needs`)
      return { status: 204 }
    },
  }
}

function textsOf(body: unknown, name: string): string[] {
  const value = memberOf(body, name)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
