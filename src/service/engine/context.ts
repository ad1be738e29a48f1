/** Creates a handler's context from a call, and a job's act from its booking. */

import { ownerOf } from '../areas/notifications/records.ts'
import type { Act, BookingId, Context } from '../areas/operation.ts'
import { ClientGone } from '../wire/call.ts'
import { Refusal } from '../wire/refusal.ts'
import type { CountingCommits } from '../world/observer.ts'
import { wallClock } from '../world/platform.ts'
import type { Environment } from '../world/records.ts'
import type { World } from '../world/world.ts'
import { demandNotGone } from '../world/world.ts'
import { explain, noteCommit } from './journal-line/line.ts'
import { signalOf, type Walk } from './walk.ts'

/** Runs `change` unless the client has disconnected or the world has ended. */
function commit<T>(world: World, signal: AbortSignal | undefined, line: CountingCommits, change: () => T): T {
  const observer = world.observing.current
  observer?.committing(line)
  demandNotGone(world)
  if (signal?.aborted) throw new ClientGone()
  noteCommit(line)
  observer?.committed(line, world.name)
  const changed = change()
  world.changes.note()
  return changed
}

const minute = 60_000

interface Setting extends Pick<Act, 'world' | 'environment' | 'cause'> {
  readonly line: CountingCommits
  /** Aborts when the client disconnects. Absent in a job. */
  readonly clientSignal?: AbortSignal
}

type Actions = Pick<Act, 'now' | 'commit' | 'commitAfterDisconnect' | 'book' | 'unbook' | 'stepEnd'>

/** Returns the changes that a call or job may make, and numbers its bookings. */
function actionsOf({ world, environment, cause, line, clientSignal }: Setting): Actions {
  const { clock, bookables, settings } = world
  let nth = 0
  function stepEnd(job: BookingId, from: number, kind = ''): number {
    const length = bookables[job]?.step?.[settings.pace]
    const ofKind = typeof length === 'object' ? length[kind] : length
    if (ofKind === undefined) throw new Error(`The job ${job} has no step length.`)
    return ofKind === 'next minute' ? Math.floor(from / minute) * minute + minute : from + ofKind
  }
  return {
    now: clock.now,
    commit: (change) => commit(world, clientSignal, line, change),
    commitAfterDisconnect: (change) => commit(world, undefined, line, change),
    book(job, data, at) {
      const { step, together } = bookables[job] ?? {}
      const due = Math.max(at ?? stepEnd(job, clock.now()), clock.now())
      clock.book({ at: due, cause, nth: nth++, job, step: step !== undefined, together, environment: environment.name, data })
    },
    unbook: (job, data) => clock.unbook({ job, environment: environment.name, data }),
    stepEnd,
  }
}

/** Records are loaded on first use, because calls that are refused early do not need them. */
export const environmentOf = ({ world, address }: Walk): Environment => world.environments[address.environment]

export function contextOf(walk: Walk): Context {
  const { world, line, call, address, circumstances, dependencies } = walk
  const environment = environmentOf(walk)
  const { publicUrl } = dependencies.settings
  return {
    ...actionsOf({ world, environment, cause: line.id, line, clientSignal: call.signal }),
    world,
    environment,
    cause: line.id,
    arrived: line.at,
    random: walk.random,
    signal: () => signalOf(walk),
    circumstances,
    // The caller is undefined only on rows with `anyone` access, which do not use the caller.
    caller: walk.caller as Context['caller'],
    // A person does not place orders on behalf of the client's organization. Source: authentication §5.2.
    findOwner: () =>
      walk.caller && ownerOf(world.contacts, { org: walk.caller.org, orgNo: walk.caller.platformOrgNo }, walk.route.area.owner),
    headers: call.headers,
    keys: circumstances.keysRotated() ? dependencies.keys.next : dependencies.keys,
    trust: dependencies.trust,
    remoteKeys: dependencies.remoteKeys,
    machineNow: () => wallClock(dependencies.platform),
    reach: circumstances.reach,
    waited: () => world.observing.current?.reached(line, 'waited'),
    goOutside() {},
    address,
    url: (path) => `${publicUrl ?? address.base}${address.prefix}${path}`,
    reply: (status, body, headers) => ({ status, body, headers }),
    explain: (text) => explain(line, text),
    fail: (key, values, errors) => new Refusal(key, values, errors),
  }
}

export function actOf(
  surroundings: Setting & Pick<Act, 'circumstances' | 'random'>,
  booking: { readonly cause: string; readonly nth: number },
): Act {
  const { world, environment, cause, circumstances, random } = surroundings
  return {
    ...actionsOf(surroundings),
    world,
    environment,
    cause,
    random,
    circumstances,
    signal: () => undefined,
    reach: circumstances.reach,
    waited() {},
    goOutside: () => world.clock.goOutside(booking),
  }
}
