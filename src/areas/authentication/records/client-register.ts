/** The register of clients of one world: the fixtures, and the changes of this world. */
import { getOrCreate } from '../../../wire/get-or-create.ts'
import type { RegisteredClient } from './registered-client.ts'

/** The seed data of the register. */
export interface ClientFixtures {
  readonly clients?: readonly RegisteredClient[] | undefined
}

/** The changes of a world to the fixtures, by id: a client, or null for one that was removed. Plain data. */
export type ClientData = Map<string, RegisteredClient | null>

export interface ClientRegister {
  find(id: string): RegisteredClient | undefined
  /** Adds a client, or replaces the one with its id. */
  put(client: RegisteredClient): void
  /** Returns whether there was one. */
  remove(id: string): boolean
  /** All clients, those of the fixtures first. */
  list(): RegisteredClient[]
}

const indexes = new WeakMap<ClientFixtures, ReadonlyMap<string, RegisteredClient>>()

export function createClientRegister(fixtures: ClientFixtures, changed: ClientData): ClientRegister {
  const seeded = getOrCreate(indexes, fixtures, () => new Map(fixtures.clients?.map((client) => [client.id, client])))
  const find = (id: string) => (changed.has(id) ? (changed.get(id) ?? undefined) : seeded.get(id))
  return {
    find,
    put: (client) => void changed.set(client.id, client),
    remove(id) {
      const known = find(id) !== undefined
      if (seeded.has(id)) changed.set(id, null)
      else changed.delete(id)
      return known
    },
    list: () => [...new Set([...seeded.keys(), ...changed.keys()])].flatMap((id) => find(id) ?? []),
  }
}
