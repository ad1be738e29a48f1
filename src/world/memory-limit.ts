/** Refuses what would take more memory than the settings allow. */
import type { Platform } from './platform.ts'
import type { Settings } from './settings.ts'

/** Says why nothing more is taken; undefined while there is room. */
export type MemoryRefusal = () => string | undefined

export function memoryLimit({ memory }: Pick<Platform, 'memory'>, { maxMemory }: Pick<Settings, 'maxMemory'>): MemoryRefusal {
  if (maxMemory === undefined || !memory) return () => undefined
  return () => {
    const used = memory()
    return used <= maxMemory
      ? undefined
      : `Standin uses ${used} bytes of memory, and ${maxMemory} are allowed (--max-memory). Drop worlds, or reset them.`
  }
}
