/** A world's registers: contacts, clients registered with Maskinporten, and their seed data. Source: authentication §1. */
import { z } from 'zod'
import { getOrCreate, whenNeeded } from '../wire/when-needed.ts'
import type { Table } from './records/table.ts'
import { defineRecord } from './records.ts'
import type { ContactFixtures } from './registers/contacts.ts'

export {
  type ContactFixtures,
  type ContactLookup,
  type ContactRegister,
  changedContacts,
  formerContacts,
  removedContacts,
} from './registers/contacts.ts'

const orgNo = () => z.string().regex(/^\d{9}$/, 'An organization number has 9 digits.')
const scope = () => z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'A scope has no spaces.')
const number = () => z.string().regex(/^[\w-]+$/, 'A number in base64url, without padding, is expected.')

/** Minimum modulus for RS256: 2048 bits, in base64url. Source: RFC 7518, section 3.3. */
const modulus = () => number().min(342, 'An RSA key has at least 2048 bits.')

const publicKey = () =>
  z
    .looseObject({
      kty: z.literal('RSA').describe('The kind of key.'),
      kid: z.string().min(1).describe('The id of the key.'),
      n: modulus().describe('The modulus of the key.'),
      e: number().describe('The exponent of the key.'),
      exp: z.number().optional().describe('Expiry of the key, in seconds since 1970. Absent: never.'),
    })
    .refine((key) => key.d === undefined, 'is a private key. Register the public key: kty, kid, n and e')

const keySet = () =>
  z
    .strictObject({ keys: z.array(publicKey()).describe('The keys.') })
    .refine(({ keys }) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'has two keys with one kid')

const delegation = () =>
  z.strictObject({
    /** The delegating organization: a grant's `consumer_org`. */
    consumer: orgNo().describe('The number of the organization that delegates.'),
    scopes: z.array(scope()).describe('The delegated scopes.'),
  })

const systemUser = () =>
  z.strictObject({
    /** The customer that the system user belongs to. */
    orgNo: orgNo().describe('The organization number.'),
    /** If absent, derived from the client, customer and reference. */
    id: z.guid('A GUID is expected.').optional().describe('The id of the system user.'),
    systemId: z.string().min(1).optional().describe('The id of the system.'),
    /** The reference that the grant must include, if the system user was created with one. */
    externalRef: z.string().min(1).optional().describe('The reference that distinguishes system users of one customer.'),
  })

export const registeredClientSchema = whenNeeded(() =>
  z
    .strictObject({
      id: z.string().min(1).max(200).describe('The id of the client.'),
      orgNo: orgNo().describe('The organization number.'),
      name: z.string().optional().describe('The name of the client.'),
      scopes: z.array(scope()).describe('The scopes that it may request.'),
      notGranted: z.array(scope()).optional().describe('Scopes that their owner has not granted to the organization.'),
      jwks: keySet().optional().describe('Its public keys.'),
      jwksUri: z
        .url({ protocol: /^https?$/, error: 'An http or https address is expected.' })
        .optional()
        .describe('The address of its public keys.'),
      delegations: z.array(delegation()).optional().describe('Organizations that it may act for.'),
      systemUsers: z.array(systemUser()).optional().describe('The system users of its customers.'),
      /** Token lifetime in seconds. Default: as documented. */
      tokenLifetime: z.int().min(1).max(86_400).optional().describe('Lifetime of its tokens in seconds.'),
      revoked: z.boolean().optional().describe('True if it gets no new tokens. Existing tokens stay valid.'),
    })
    .refine(({ jwks, jwksUri }) => !(jwks && jwksUri), 'has both jwks and jwksUri. Keep one of them'),
)

export type RegisteredClient = z.output<ReturnType<typeof registeredClientSchema>>

/** Seed data for the register. */
export interface ClientFixtures {
  readonly clients?: readonly RegisteredClient[] | undefined
}

/** A client that differs from the fixtures. `null` if it was removed. */
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
  /** Adds a client, or replaces the client with the same id. */
  put(client: RegisteredClient): void
  /** Returns true if the client existed. */
  remove(id: string): boolean
  /** All clients, fixtures first. */
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

/** A caller with its own limits. Source: decisions §4. */
export interface CallerFixture {
  readonly orgNo?: string | undefined
  readonly clientId?: string | undefined
  readonly limits: Readonly<Record<string, number>>
}

export interface Seed extends ContactFixtures, ClientFixtures {
  readonly callers: readonly CallerFixture[]
}
