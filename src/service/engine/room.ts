/** Decides if a world may be made. */

import { type Call, header } from '../wire/call.ts'
import { Misuse } from '../wire/misuse.ts'
import { memoryLimit } from '../world/journal-budget.ts'
import type { EngineDependencies } from './walk.ts'

export const tooManyWorlds = (most: number): Misuse =>
  new Misuse(`There are ${most} worlds already. Drop one with DELETE /_standin/worlds/{name}.`, undefined, 503)

/** Throws {@link Misuse} where a world may not be made beside so many others. `name`: its name, unless it passes with its call. */
export function createRoom({
  platform,
  settings,
  keeping,
}: Pick<EngineDependencies, 'platform' | 'settings' | 'keeping'>): (worlds: number, name?: string) => void {
  const memoryRefusal = memoryLimit(platform, settings)
  return (worlds, name) => {
    if (worlds >= settings.maxWorlds) throw tooManyWorlds(settings.maxWorlds)
    const refusal = memoryRefusal()
    if (refusal !== undefined) throw new Misuse(refusal, undefined, 503)
    // A world that is kept and not here would be lost if another one were made in its place.
    if (name !== undefined && keeping && !keeping.mayMake(name))
      throw new Misuse(
        `The world ${name} is not in this process. Call it first, or wait for simulator.reach(${JSON.stringify(name)}).`,
        undefined,
        503,
      )
  }
}

/**
 * True for a call that a page of another site makes a browser send, such as for an image. It could use up all worlds, so it makes none. The
 * page cannot send a bearer token unless `--cors` names its origin.
 */
export function isOfForeignPage({ headers }: Call, cors: readonly string[] = []): boolean {
  if (header(headers, 'sec-fetch-site') !== 'cross-site') return false
  if (/^bearer /i.test(header(headers, 'authorization') ?? '')) return false
  const origin = header(headers, 'origin')
  return origin === undefined || !(cors.includes('*') || cors.includes(origin))
}
