/** The world that the call of a control row is about: it is brought here, and is up to date before the row looks at it. */

import { type Address, worldName } from '../../service/engine/address.ts'
import { unknownWorld } from '../../service/engine/lifetime.ts'
import type { Match } from '../../service/engine/route.ts'
import type { Call, PendingAnswer } from '../../service/wire/call.ts'
import { WorldGone } from '../../service/world/changes.ts'
import type { World } from '../../service/world/world.ts'
import type { ControlRow } from '../rows/row.ts'
import type { Simulator } from '../simulator.ts'

/** What lies at the path of a call. */
export type RowMatch = Match<ControlRow> | undefined

export const rowIn = (match: RowMatch): ControlRow | undefined => (match && 'values' in match ? match.route.row : undefined)

/** Of the rows about a world that their path names. */
const pathOfWorlds = '/_standin/worlds/{name}'

/** Waits until the world is here that a call is about. Resolves to the answer of the server that has it. */
export async function reached(simulator: Simulator, call: Call, match: RowMatch, address: Address): Promise<PendingAnswer | undefined> {
  const { worldStore } = simulator
  const row = rowIn(match)
  const name = nameAbout(match, address)
  if (!worldStore || !row || name === undefined || !worldName.test(name)) return undefined
  return worldStore.reach(name, row.makesNamed ?? (row.world === 'made' || row.world === 'named'), call)
}

/** Throws {@link Misuse} for a world that does not exist, and names those that are kept, too. Throws {@link WorldGone} where it was let go. */
export async function demandKept({ worlds, worldStore }: Simulator, match: RowMatch, address: Address): Promise<void> {
  const [row, name] = [rowIn(match), nameAbout(match, address)]
  const demands = row?.world === 'demanded' || (row?.world === 'none' && !row.makesNamed)
  if (!worldStore || name === undefined || !demands || worlds().some((world) => world.name === name)) return
  const names = (await worldStore.list()).map((world) => world.name)
  // After the call had reached it.
  if (names.includes(name)) throw new WorldGone()
  throw unknownWorld(name, names)
}

/** Does what is due in the world that a call is about. Source: decisions §8. */
export function caughtUp(simulator: Simulator, match: RowMatch, address: Address): Promise<void> | undefined {
  const name = rowIn(match)?.waitsForDue === false ? undefined : nameAbout(match, address)
  return name === undefined ? undefined : worldNamed(simulator, name)?.clock.catchUp()
}

/** The world that a call is about: the one in its path, or the one of its address. Undefined: none. */
function nameAbout(match: RowMatch, address: Address): string | undefined {
  if (!match || !('values' in match)) return undefined
  const { row } = match.route
  if (row.path.startsWith(pathOfWorlds)) return match.values[0]
  return row.world === 'none' ? undefined : address.world
}

export const worldNamed = ({ worlds }: Simulator, wanted: string): World | undefined => worlds().find(({ name }) => name === wanted)
