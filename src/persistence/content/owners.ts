/** Finds the record that owns a content item, for use in messages. */

import type { World } from '../../service/world/world.ts'
import { type OwnedContent, ownedContents } from '../snapshot/contents.ts'
import { writeWorld } from '../snapshot/world.ts'

/** Returns the world's name, and the record that owns a content item. */
export type OwnerOf = (number: number, id: string) => readonly [world: string, content: OwnedContent] | undefined

export interface ContentOwners {
  /** Registers a world whose content is stored under this number. */
  began(world: World, number: number): void
  /** Unregisters a world. Returns its number. */
  left(name: string): number | undefined
  /** Searches all of the world's records. */
  readonly ownerOf: OwnerOf
}

export function contentOwners(): ContentOwners {
  const worlds = new Map<string, { readonly world: World; readonly number: number }>()
  return {
    began: (world, number) => void worlds.set(world.name, { world, number }),
    left(name) {
      const number = worlds.get(name)?.number
      worlds.delete(name)
      return number
    },
    ownerOf(number, id) {
      const [owner] = [...worlds.values()].filter((each) => each.number === number && !each.world.gone)
      const content = owner && ownedContents(writeWorld(owner.world.data, undefined)).find((each) => each.id === id)
      return content && [owner.world.name, content]
    },
  }
}
