/** Whether a world may be made. */
import { Misuse } from '../misuse.ts'
import { memoryLimit } from '../world/journal/budget.ts'
import type { EngineDependencies } from './walk.ts'

export const tooManyWorlds = (most: number): Misuse =>
  new Misuse(`There are ${most} worlds already. Drop one with DELETE /_standin/worlds/{name}.`, undefined, 503)

/** Throws {@link Misuse} where a world of a name may not be made beside so many others. */
export function createRoom({
  platform,
  settings,
  keeping,
}: Pick<EngineDependencies, 'platform' | 'settings' | 'keeping'>): (name: string, worlds: number) => void {
  const memoryRefusal = memoryLimit(platform, settings)
  return (name, worlds) => {
    if (worlds >= settings.maxWorlds) throw tooManyWorlds(settings.maxWorlds)
    const refusal = memoryRefusal()
    if (refusal !== undefined) throw new Misuse(refusal, undefined, 503)
    // A world that is kept and not here would be lost if another one were made in its place.
    if (keeping && !keeping.mayMake(name))
      throw new Misuse(
        `The world ${name} is not in this process. Call it first, or wait for simulator.reach(${JSON.stringify(name)}).`,
        undefined,
        503,
      )
  }
}
