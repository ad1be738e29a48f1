/** Loads a control call's world into this process, and runs its due jobs before the row reads it. */

import { type Address, worldName } from '../../service/engine/address.ts'
import { unknownWorld } from '../../service/engine/lifetime.ts'
import type { Match } from '../../service/engine/route.ts'
import type { Call, PendingAnswer } from '../../service/wire/call.ts'
import { type World, WorldGone } from '../../service/world/world.ts'
import type { ControlRow } from '../rows/row.ts'
import type { Simulator } from '../simulator.ts'

export type RowMatch = Match<ControlRow> | undefined

export const rowIn = (match: RowMatch): ControlRow | undefined => (match && 'values' in match ? match.route.row : undefined)

const pathOfWorlds = '/_standin/worlds/{name}'

/** Waits until the call's world is in this process. If another server owns the world, resolves to that server's answer. */
export async function reached(simulator: Simulator, call: Call, match: RowMatch, address: Address): Promise<PendingAnswer | undefined> {
  const { worldStore } = simulator
  const row = rowIn(match)
  const name = nameAbout(match, address)
  if (!worldStore || !row || name === undefined || !worldName.test(name)) return undefined
  return worldStore.reach(name, row.makesNamed ?? (row.world === 'made' || row.world === 'named'), call)
}

/**
 * Throws {@link Misuse} for an unknown world, with a list that also contains stored worlds. Throws {@link WorldGone} if the world was
 * unloaded.
 */
export async function demandStored({ worlds, worldStore }: Simulator, match: RowMatch, address: Address): Promise<void> {
  const [row, name] = [rowIn(match), nameAbout(match, address)]
  const demands = row?.world === 'demanded' || (row?.world === 'none' && !row.makesNamed)
  if (!worldStore || name === undefined || !demands || worlds().some((world) => world.name === name)) return
  const names = (await worldStore.list()).map((world) => world.name)
  // The world was unloaded after the call had reached it.
  if (names.includes(name)) throw new WorldGone()
  throw unknownWorld(name, names)
}

/** Runs the due jobs in a call's world. Source: decisions §8. */
export function caughtUp(simulator: Simulator, match: RowMatch, address: Address): Promise<void> | undefined {
  const name = rowIn(match)?.waitsForDue === false ? undefined : nameAbout(match, address)
  return name === undefined ? undefined : worldNamed(simulator, name)?.clock.catchUp()
}

/** Returns the name of a call's world, from the path or the base URL, or undefined if the call needs no world. */
function nameAbout(match: RowMatch, address: Address): string | undefined {
  if (!match || !('values' in match)) return undefined
  const { row } = match.route
  if (row.path.startsWith(pathOfWorlds)) return match.values[0]
  return row.world === 'none' ? undefined : address.world
}

export const worldNamed = ({ worlds }: Simulator, wanted: string): World | undefined => worlds().find(({ name }) => name === wanted)
