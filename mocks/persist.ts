/** Preserves a page's worlds across reloads: one tab owns the worlds, and the other tabs send their calls to it. */

import type { Simulator } from '../src/control/create-simulator.ts'
import type { Carrier } from '../src/service/wire/call.ts'
import { Misuse } from '../src/service/wire/misuse.ts'
import { openWorlds } from './stored-worlds.ts'
import { answerTabs, askOwner } from './tabs.ts'

export interface Persisted {
  readonly carry: Carrier
  end(): Promise<void>
}

/** Resolves once it is known which tab owns the worlds. Rejects with `Misuse` if the worlds cannot be restored. */
export async function persist(simulator: Simulator, local: Carrier, name: string): Promise<Persisted> {
  if (!globalThis.isSecureContext) throw new Misuse('persist needs the Web Locks API: serve the page over HTTPS or from localhost.')
  const lock = `standin-${name}`
  const ending = Promise.withResolvers<void>()
  const waiting = new AbortController()
  const channel = new BroadcastChannel(lock)
  const owner = askOwner(channel)
  let carry: Carrier = owner.carry

  /** Owns the worlds until `end` is called. */
  async function own(began?: () => void): Promise<void> {
    const worlds = await openWorlds(simulator, lock)
    /** Sends a reply only after its changes have been stored. */
    const durable: Carrier = async (call) => {
      const answer = await local(call)
      await worlds.store()
      return answer
    }
    carry = durable
    const silence = answerTabs(channel, durable)
    owner.answerBy(durable)
    began?.()
    await ending.promise
    silence()
    await worlds.close()
  }

  const first = Promise.withResolvers<void>()
  const owned = navigator.locks.request(lock, { ifAvailable: true }, async (free) => {
    if (free) return own(first.resolve)
    // The lock is granted once the previous owner is gone.
    navigator.locks
      .request(lock, { signal: waiting.signal }, () => own())
      .catch((thrown: unknown) => {
        if (!waiting.signal.aborted) simulator.alarm(thrown)
      })
    first.resolve()
  })
  owned.catch(first.reject)
  await first.promise
  return {
    carry: (call) => carry(call),
    async end() {
      waiting.abort()
      ending.resolve()
      await owned
      channel.close()
    },
  }
}
