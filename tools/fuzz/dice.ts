/** Makes reproducible random choices, which are the same for the same `parts`. */
import { random } from '../../src/service/world/random.ts'

export interface Dice {
  /** Returns an integer from 0 up to, but not including, `end`. */
  below(end: number): number
  chance(probability: number): boolean
  one<T>(of: readonly T[]): T
  guid(): string
}

export function createDice(...parts: readonly (string | number)[]): Dice {
  const { fraction, guid } = random(...parts)
  const below = (end: number) => Math.floor(fraction() * end)
  return {
    below,
    chance: (probability) => fraction() < probability,
    guid,
    one<T>(of: readonly T[]): T {
      if (of.length === 0) throw new Error('The list of choices is empty.')
      return of[below(of.length)] as T
    },
  }
}
