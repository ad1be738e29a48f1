/** Preserves a page's worlds across reloads: one tab owns them, and other tabs send their calls to it. */

import type { Simulator } from '../src/control/create-simulator.ts'
import type { Carrier } from '../src/service/wire/call.ts'
import { Misuse } from '../src/service/wire/misuse.ts'
import { openWorlds } from './stored-worlds.ts'
import { answerTabs, askOwner } from './tabs.ts'

export interface Persisted {
  readonly carry: Carrier
  end(): Promise<void>
}

/** Resolves once this tab owns the worlds, or knows that another tab does. Throws `Misuse` for worlds that cannot be restored. */
export async function persist(simulator: Simulator, local: Carrier, name: string): Promise<Persisted> {
  if (!globalThis.isSecureContext)
    throw new Misuse('persist needs a page served over HTTPS or from localhost, because other pages have no locks.')
  const lock = `standin-${name}`
  const ending = Promise.withResolvers<void>()
  const waiting = new AbortController()
  const channel = new BroadcastChannel(lock)
  const owner = askOwner(channel)
  let carry: Carrier = owner.carry

  /** This tab owns the worlds for as long as this function runs. */
  async function own(began?: () => void): Promise<void> {
    const worlds = await openWorlds(simulator, lock)
    /** Sends a reply once its changes are stored. */
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
    // Granted once the previous owner is gone.
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
