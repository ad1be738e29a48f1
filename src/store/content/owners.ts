/** Finds the record that has a content now, for messages. */
import { type OwnedContent, ownedContents } from '../../control/snapshot/contents.ts'
import { writeWorld } from '../../control/snapshot/world.ts'
import type { World } from '../../world/world.ts'

/** The record that has a content of a world, and the name of the world. */
export type OwnerOf = (place: number, id: string) => readonly [world: string, content: OwnedContent] | undefined

export interface ContentOwners {
  /** A world is there, and its content lies at this place. */
  began(world: World, place: number): void
  /** Looks through all records. */
  readonly ownerOf: OwnerOf
}

export function contentOwners(): ContentOwners {
  const worlds = new Map<string, { readonly world: World; readonly place: number }>()
  return {
    began: (world, place) => void worlds.set(world.name, { world, place }),
    ownerOf(place, id) {
      const [found] = [...worlds.values()].filter((each) => each.place === place && !each.world.gone)
      const content = found && ownedContents(writeWorld(found.world.data, undefined)).find((each) => each.id === id)
      return content && [found.world.name, content]
    },
  }
}
