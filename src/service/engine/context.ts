/** Makes the context of a handler from its walk, and the act of a job from its booking. */

import type { Act } from '../areas/act.ts'
import { ownerOf } from '../areas/notifications/records/orders.ts'
import type { Context } from '../areas/operation.ts'
import { ClientGone } from '../wire/call.ts'
import { Refusal } from '../wire/refusal.ts'
import type { BookingId } from '../world/bookings.ts'
import { WorldGone } from '../world/changes.ts'
import type { CountingCommits } from '../world/observer.ts'
import { wallClock } from '../world/platform.ts'
import type { Environment } from '../world/records.ts'
import type { World } from '../world/world.ts'
import { signalOf, type Walk } from './walk.ts'

/** Makes a change: synchronously, not for a client or in a world that has gone, and counted on the journal line. */
function commit<T>(world: World, signal: AbortSignal | undefined, line: CountingCommits, change: () => T): T {
  const observer = world.observing.current
  observer?.committing(line)
  if (world.gone) throw new WorldGone()
  if (signal?.aborted) throw new ClientGone()
  line.commits++
  observer?.committed(line, world.name)
  const changed = change()
  world.changes.note()
  return changed
}

const minute = 60_000

function endOfStep(job: BookingId, { bookables, clock, settings }: World, from = clock.now(), kind = ''): number {
  const length = bookables[job].step?.[settings.pace]
  const ofKind = typeof length === 'object' ? length[kind] : length
  if (ofKind === undefined) throw new Error(`The step of the job ${job} has no length.`)
  return ofKind === 'next minute' ? Math.floor(from / minute) * minute + minute : from + ofKind
}

/** Books jobs under one cause, and numbers them. */
function booker(world: World, environment: Act['environment'], cause: string): Act['book'] {
  let nth = 0
  return (job, data, at = endOfStep(job, world)) => {
    const { step, together } = world.bookables[job]
    const due = Math.max(at, world.clock.now())
    world.clock.book({ at: due, cause, nth: nth++, job, step: step !== undefined, together, environment: environment.name, data })
  }
}

/** A call that is refused early needs no records, so that they are loaded when they are first asked for. */
export const environmentOf = ({ world, address }: Walk): Environment => world.environments[address.environment]

export function contextOf(walk: Walk): Context {
  const { world, line, call, address, dependencies } = walk
  const environment = environmentOf(walk)
  const { publicUrl } = dependencies.settings
  return {
    world,
    environment,
    cause: line.id,
    arrived: line.at,
    random: walk.random,
    signal: () => signalOf(walk),
    circumstances: walk.circumstances,
    // Undefined only on rows with the access `anyone`, which do not read it.
    caller: walk.caller as Context['caller'],
    // A person does not order for the organization of its client. Source: authentication §5.2.
    findOwner: () =>
      walk.caller && ownerOf(world.contacts, { org: walk.caller.org, orgNo: walk.caller.platformOrgNo }, walk.route.area.owner),
    headers: call.headers,
    keys: walk.circumstances.keysRotated() ? dependencies.keys.next : dependencies.keys,
    trust: dependencies.trust,
    remoteKeys: dependencies.remoteKeys,
    machineNow: () => wallClock(dependencies.platform),
    now: () => world.clock.now(),
    reach: (service) => walk.circumstances.reach(service),
    waited: () => world.observing.current?.reached(line, 'waited'),
    goOutside: nothing,
    commit: (change) => commit(world, walk.call.signal, line, change),
    commitAfterDisconnect: (change) => commit(world, undefined, line, change),
    book: booker(world, environment, line.id),
    unbook: (job, data) => world.clock.unbook({ job, environment: environment.name, data }),
    stepEnd: (job, from, ...kind) => endOfStep(job, world, from, ...kind),
    address,
    url: (path) => `${publicUrl ?? address.base}${address.prefix}${path}`,
    reply: (status, body, headers) => ({ status, body, headers }),
    explain: (text) => {
      line.why = text
    },
    fail: (key, values, errors) => new Refusal(key, values, errors),
  }
}

const noSignal = () => undefined
const nothing = () => {}

/** What a job is given to run with. */
export function actOf(
  {
    world,
    environment,
    cause,
    circumstances,
    random,
    line,
  }: Pick<Act, 'world' | 'environment' | 'cause' | 'circumstances' | 'random'> & { readonly line: CountingCommits },
  booking: { readonly cause: string; readonly nth: number },
): Act {
  return {
    world,
    environment,
    cause,
    random,
    circumstances,
    signal: noSignal,
    now: () => world.clock.now(),
    reach: (service) => circumstances.reach(service),
    waited: nothing,
    goOutside: () => world.clock.goOutside(booking),
    commit: (change) => commit(world, undefined, line, change),
    commitAfterDisconnect: (change) => commit(world, undefined, line, change),
    book: booker(world, environment, cause),
    unbook: (job, data) => world.clock.unbook({ job, environment: environment.name, data }),
    stepEnd: (job, from, ...kind) => endOfStep(job, world, from, ...kind),
  }
}
