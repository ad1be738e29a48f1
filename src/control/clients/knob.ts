/** The clients registered with Maskinporten, shared by both environments of a world. */
import type { z } from 'zod'
import { Misuse } from '../../service/wire/misuse.ts'
import { readAs } from '../../service/wire/read-as.ts'
import { type RegisteredClient, registeredClientSchema } from '../../service/world/registers.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { clientsReply } from './rows.ts'

export type Clients = ReturnType<typeof createClients>

export function createClients(current: () => World) {
  return {
    /** Clients from the fixtures come first. */
    list(page?: Page): z.output<typeof clientsReply> {
      return pageOf('clients', current().clients.list(), page, ({ id }) => id)
    },
    /** Throws {@link Misuse} if the client is not registered. */
    find(id: string): RegisteredClient {
      const client = current().clients.find(id)
      if (!client) throw unknownClient(id)
      return client
    },
    /** Registers a client, or replaces the client with the same id. Throws {@link Misuse} if it is invalid. */
    put(client: RegisteredClient): RegisteredClient {
      const read = readAs('client', registeredClientSchema(), client, '.')
      current().clients.put(read)
      return read
    },
    remove(id: string): void {
      if (!current().clients.remove(id)) throw unknownClient(id)
    },
  }
}

const unknownClient = (id: string) => new Misuse(`No client ${JSON.stringify(id.slice(0, 100))} is registered.`, undefined, 404)
