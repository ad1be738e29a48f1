/** A client that is registered at Maskinporten: what it may ask for, and how it proves itself. Source: authentication §1. */
import { z } from 'zod'
import { whenNeeded } from '../../../wire/when-needed.ts'

const orgNo = () => z.string().regex(/^\d{9}$/, 'An organization number has 9 digits.')
const scope = () => z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'A scope has no spaces.')
const number = () => z.string().regex(/^[\w-]+$/, 'A number in base64url, without padding, is expected.')

/** The shortest modulus that RS256 allows, of 2048 bits, in base64url. Source: RFC 7518, section 3.3. */
const modulus = () => number().min(342, 'An RSA key has at least 2048 bits.')

const publicKey = () =>
  z
    .looseObject({
      kty: z.literal('RSA'),
      kid: z.string().min(1),
      n: modulus(),
      e: number(),
      /** Seconds since 1970: the key is expired from then on. Absent: never. */
      exp: z.number().optional(),
    })
    .refine((key) => key.d === undefined, 'is a private key. Register the public one: kty, kid, n and e')

const keySet = () =>
  z
    .strictObject({ keys: z.array(publicKey()) })
    .refine(({ keys }) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'has two keys with one kid')

const delegation = () =>
  z.strictObject({
    /** The organization that delegates: `consumer_org` of a grant. */
    consumer: orgNo(),
    scopes: z.array(scope()),
  })

const systemUser = () =>
  z.strictObject({
    /** The customer whose system user it is. */
    orgNo: orgNo(),
    /** Absent: derived from client, customer and reference. */
    id: z.guid('A GUID is expected.').optional(),
    systemId: z.string().min(1).optional(),
    /** The reference that the grant must name, where the system user was made with one. */
    externalRef: z.string().min(1).optional(),
  })

export const registeredClientSchema = whenNeeded(() =>
  z
    .strictObject({
      id: z.string().min(1).max(200),
      /** The organization that owns the client. */
      orgNo: orgNo(),
      name: z.string().optional(),
      scopes: z.array(scope()),
      /** Scopes of these that their owner has not granted to the organization. */
      notGranted: z.array(scope()).optional(),
      jwks: keySet().optional(),
      jwksUri: z.url({ protocol: /^https?$/, error: 'An http or https address is expected.' }).optional(),
      delegations: z.array(delegation()).optional(),
      systemUsers: z.array(systemUser()).optional(),
      /** Seconds that its tokens live. Absent: as the documentation shows. */
      tokenLifetime: z.int().min(1).max(86_400).optional(),
      /** True: it gets no more tokens. Those that it has stay good. */
      revoked: z.boolean().optional(),
    })
    .refine(({ jwks, jwksUri }) => !(jwks && jwksUri), 'has both jwks and jwksUri. Keep one of them'),
)

export type RegisteredClient = z.output<ReturnType<typeof registeredClientSchema>>
