/** Opens a store, and returns everything a simulator needs to use its worlds. */

import { defaultWorld } from '../../service/engine/address.ts'
import type { WorldStore } from '../../service/engine/lifetime.ts'
import type { KeySource } from '../../service/tokens/keys.ts'
import type { Carrier, PendingAnswer } from '../../service/wire/call.ts'
import { awayAnswer, misuseAnswer } from '../../service/wire/error-answers.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { type Platform, wallClock } from '../../service/world/platform.ts'
import type { WorldContents } from '../content/content-folder.ts'
import { contentOwners, type OwnerOf } from '../content/owners.ts'
import { type ChangeWriter, createChangeWriter, reasonOf } from './change-writer.ts'
import { headOf, isNewer, type StoreHead } from './kinds.ts'
import { heldClocks } from './look-after-worlds.ts'
import type { Numbers } from './numbers.ts'
import { createPresence } from './presence.ts'
import { type Forward, unreachedText } from './reach.ts'
import { storedKeys } from './secrets.ts'
import { type Change, readValue, type Store, type StoreFailure } from './store.ts'

export interface OpenOptions {
  readonly version: string
  readonly platform: Platform
  /** Milliseconds of real time after which an unused world is unloaded. Default: never. */
  readonly idleWorlds?: number | undefined
  /** Milliseconds of real time after which an unused world is deleted. Default: never. */
  readonly worldTtl?: number | undefined
  /** Maximum number of worlds. Default: no limit. */
  readonly maxWorlds?: number | undefined
  /** Sends a call to the server that owns its world. */
  readonly forward?: Forward | undefined
  /** Reports a problem, and what Standin does about it. */
  tell(text: string): void
}

/** A store with its content, and the names that messages use. */
export interface Medium {
  readonly store: Store
  readonly numbers: Pick<Numbers, 'from' | 'reach' | 'ended'>
  /** The names of the store and its database in messages, such as `The folder /data`. */
  readonly called: string
  readonly database: string
  /** The remedy to suggest if the store cannot be read. */
  readonly another: string
  /** Changes to write along with the first commits. */
  readonly first: readonly Change[]
  content(options: { readonly ownerOf: OwnerOf; readonly whenStored: ChangeWriter['whenStored'] }): WorldContents
  /** Called once the first world is loaded. */
  opened?(): void
}

export interface OpenStore extends Pick<WorldStore, 'around'> {
  readonly worldStore: WorldStore
  readonly keySource: KeySource
  /** The platform, with stored content. An outgoing call is delayed until all commits made so far are stored. */
  readonly platform: Platform
  readonly isNew: boolean
  /** Starts the worlds' clocks, and runs the jobs that fell due in the meantime. */
  begin(): void
  close(): Promise<void>
}

/** Rejects with {@link Misuse} if this version cannot read the store. */
export async function openStore(medium: Medium, options: OpenOptions): Promise<OpenStore> {
  const { store, numbers, called, database, first } = medium
  const { version, platform, idleWorlds: idle, worldTtl: ttl, maxWorlds = Number.POSITIVE_INFINITY, forward } = options
  const wall = () => wallClock(platform)
  const { now = wall } = store
  // Without a shared clock, the monotonic clock determines which bookings are due.
  const dueBy = store.now ?? platform.now
  const head = await readValue<StoreHead>(store, 'head')
  if (head && isNewer(head))
    throw new Misuse(`${database} cannot be read: it was written by Standin ${head.standin}, which is newer. ${medium.another}`)
  const newHead = JSON.stringify(headOf(version))
  const changes: Change[] = [...first]
  if (JSON.stringify(head) !== newHead) changes.push({ what: 'value', name: 'head', json: newHead })
  const changeWriter = createChangeWriter({ ...medium, ...options, first: changes, now, wall, alarm: platform.alarm })
  const owners = contentOwners()
  const content = medium.content({ ownerOf: owners.ownerOf, whenStored: changeWriter.whenStored })
  const presence = createPresence({ ...medium, ...options, forward, changeWriter, content, now, dueBy, maxWorlds, idle, ttl })
  const { taken, world } = await presence.takeFirst(defaultWorld)
  medium.opened?.()

  const worldStore: WorldStore = {
    ...presence,
    around,
    first: world,
    numbers: numbers.from > 0 ? { calls: numbers.from, tokens: numbers.from, interventions: numbers.from } : {},
    newNumber: store.newNumber,
    fault: () => (changeWriter.failure ?? store.fault?.())?.message,
    began(begun, number) {
      owners.began(begun, number)
      presence.began(begun, number)
    },
    leaving({ name }) {
      const number = owners.left(name)
      if (number !== undefined) content.leave(number)
    },
    dropped(name) {
      owners.left(name)
      presence.dropped(name)
    },
    closing() {
      presence.end()
      void changeWriter.end()
    },
  }
  const { wake, begin } = heldClocks(platform)
  /** True if the worlds certainly still belong to this process. */
  function isCertain(): boolean {
    const confirming = store.confirm?.()
    confirming?.catch(() => {})
    return confirming === undefined
  }
  const isStored = () => new Promise<void>((succeed, fail) => changeWriter.after((failure) => (failure ? fail(failure) : succeed())))

  /** Releases an answer once its changes are stored, or replaces it with an error if they cannot be stored. */
  function leaving(pending: PendingAnswer, losses: number, leave: (pending: PendingAnswer) => void): void {
    const refuse = (failure: StoreFailure) => leave({ ...pending, answer: refusal(called, failure) })
    changeWriter.after((failure) => {
      if (failure) return refuse(failure)
      // If the session was lost during the call, the answer might be wrong.
      const decide = () => (presence.losses === losses ? leave(pending) : refuse(lost))
      const confirming = presence.losses === losses ? store.confirm?.() : undefined
      if (confirming === undefined) decide()
      else confirming.then(decide, decide)
    })
  }
  function around(carrier: Carrier): Carrier {
    return async (call) => {
      const { losses } = presence
      const pending = await carrier(call)
      changeWriter.called()
      // An answer that does not wait for the store also triggers a retry of failed writes, because there might be no other call.
      if (pending.leavesAtOnce) changeWriter.after(() => {})
      if (pending.leavesAtOnce || pending.by !== undefined) return pending
      if (changeWriter.isIdle && presence.losses === losses && isCertain()) return pending
      return new Promise((leave) => leaving(pending, losses, leave))
    }
  }
  return {
    worldStore,
    keySource: await storedKeys(store, called),
    platform: {
      ...platform,
      wake,
      openBlobs: (number) => (number === undefined ? platform.openBlobs() : content.open(number)),
      restingBytes: () => content.restingBytes?.() ?? 0,
      call: async (request) => {
        await isStored()
        return platform.call(request)
      },
    },
    isNew: taken.is === 'free',
    begin() {
      platform.whenSet(changeWriter.clockWasSet)
      changeWriter.begin()
      begin()
      presence.begin()
    },
    around,
    async close() {
      const ending = changeWriter.end()
      const closing = store.close()
      await ending
      await closing
    },
  }
}

const lost: StoreFailure = Object.assign(new Error('the connection broke during the call'), { isLost: true })

const refusal = (called: string, failure: StoreFailure) =>
  failure.isLost
    ? awayAnswer(unreachedText(called, failure))
    : misuseAnswer(new Misuse(`${called} cannot store changes: ${reasonOf(called, failure)} (--data).`, undefined, 507))
