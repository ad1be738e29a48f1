/** The register of clients of one world: the fixtures, and the changes of this world. */

import { getOrCreate } from '../../../wire/when-needed.ts'
import { defineRecord } from '../../../world/records/records.ts'
import type { Table } from '../../../world/records/table.ts'
import type { RegisteredClient } from './registered-client.ts'

/** The seed data of the register. */
export interface ClientFixtures {
  readonly clients?: readonly RegisteredClient[] | undefined
}

/** A change of a world to the fixtures: a client, or null for one that was removed. */
export interface ChangedClient {
  readonly id: string
  readonly client: RegisteredClient | null
}

export const changedClients = defineRecord({
  name: 'client',
  key: ({ id }: ChangedClient) => id,
})

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

export function createClientRegister(fixtures: ClientFixtures, changed: Table<ChangedClient>): ClientRegister {
  const seeded = getOrCreate(indexes, fixtures, () => new Map(fixtures.clients?.map((client) => [client.id, client])))
  function find(id: string): RegisteredClient | undefined {
    const change = changed.get(id)
    return change ? (change.client ?? undefined) : seeded.get(id)
  }
  return {
    find,
    put: (client) => changed.put({ id: client.id, client }),
    remove(id) {
      const known = find(id) !== undefined
      const change = changed.get(id)
      if (seeded.has(id)) changed.put({ id, client: null })
      else if (change) changed.remove(change)
      return known
    },
    list: () => [...new Set([...seeded.keys(), ...Array.from(changed.values(), ({ id }) => id)])].flatMap((id) => find(id) ?? []),
  }
}
