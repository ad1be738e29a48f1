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

/** The minimum modulus for RS256 is 2048 bits, which is 342 characters in base64url. Source: RFC 7518, section 3.3. */
const modulus = () => number().min(342, 'An RSA key must have at least 2048 bits.')

const publicKey = () =>
  z
    .looseObject({
      kty: z.literal('RSA').describe('The key type.'),
      kid: z.string().min(1).describe('The key id.'),
      n: modulus().describe("The key's modulus."),
      e: number().describe("The key's exponent."),
      exp: z.number().optional().describe('When the key expires, in seconds since 1970. If absent, it never expires.'),
    })
    .refine((key) => key.d === undefined, 'is a private key. Register the public key: kty, kid, n and e')

const keySet = () =>
  z
    .strictObject({ keys: z.array(publicKey()).describe('The keys.') })
    .refine(({ keys }) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'has two keys with the same kid')

const delegation = () =>
  z.strictObject({
    /** The value of `consumer_org` in a grant. */
    consumer: orgNo().describe("The delegating organization's number."),
    scopes: z.array(scope()).describe('The delegated scopes.'),
  })

const systemUser = () =>
  z.strictObject({
    /** The customer that the system user belongs to. */
    orgNo: orgNo().describe('The organization number.'),
    /** If absent, derived from the client, the customer and the reference. */
    id: z.guid('A GUID is expected.').optional().describe('The system user id.'),
    systemId: z.string().min(1).optional().describe('The system id.'),
    /** The reference that the grant must contain, if the system user was created with a reference. */
    externalRef: z.string().min(1).optional().describe("The reference that distinguishes a customer's system users."),
  })

export const registeredClientSchema = whenNeeded(() =>
  z
    .strictObject({
      id: z.string().min(1).max(200).describe('The client id.'),
      orgNo: orgNo().describe('The organization number.'),
      name: z.string().optional().describe("The client's name."),
      scopes: z.array(scope()).describe('The scopes that the client may request.'),
      notGranted: z.array(scope()).optional().describe('Scopes that the scope owner has not granted to the organization.'),
      jwks: keySet().optional().describe("The client's public keys."),
      jwksUri: z
        .url({ protocol: /^https?$/, error: 'An http or https URL is expected.' })
        .optional()
        .describe("The URL of the client's public keys."),
      delegations: z.array(delegation()).optional().describe('Organizations that the client may act for.'),
      systemUsers: z.array(systemUser()).optional().describe("The system users of the client's customers."),
      /** Default: as documented. */
      tokenLifetime: z.int().min(1).max(86_400).optional().describe("The lifetime of the client's tokens, in seconds."),
      revoked: z.boolean().optional().describe('True if the client gets no new tokens. Existing tokens stay valid.'),
    })
    .refine(({ jwks, jwksUri }) => !(jwks && jwksUri), 'has both jwks and jwksUri. Remove one of them'),
)

export type RegisteredClient = z.output<ReturnType<typeof registeredClientSchema>>

export interface ClientFixtures {
  readonly clients?: readonly RegisteredClient[] | undefined
}

/** A client that differs from the fixtures, or `null` if it was removed. */
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
  /** Adds a client or replaces the one with the same id. */
  put(client: RegisteredClient): void
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

/** A caller with its own rate limits. Source: decisions §4. */
export interface CallerFixture {
  readonly orgNo?: string | undefined
  readonly clientId?: string | undefined
  readonly limits: Readonly<Record<string, number>>
}

export interface Seed extends ContactFixtures, ClientFixtures {
  readonly callers: readonly CallerFixture[]
}
