/** Reads the settings of a simulator, and adds the defaults. */
import { z } from 'zod'
import { dialectNames } from '../wire/dialect.ts'
import { readAs } from '../wire/read-as.ts'
import { endOfTime, readTimestamp } from '../wire/values/timestamp.ts'
import { whenNeeded } from '../wire/when-needed.ts'
import { outboundNames } from '../world/outgoing.ts'
import { defaultSettings, paceNames, type Settings } from '../world/settings.ts'

const schema = whenNeeded(
  () =>
    z.strictObject({
      dialect: z.enum(dialectNames),
      pace: z.enum(paceNames),
      clock: z.enum(['real', 'frozen']),
      now: z.int('is not a time, such as 2026-06-01T10:00:00Z or whole milliseconds since 1970').min(0).max(endOfTime).optional(),
      seed: z.int(),
      rateLimits: z.enum(['current', 'earlier', 'off']),
      sendWindow: z.enum(['applies', 'open']).optional(),
      openResources: z.boolean(),
      openClients: z.boolean(),
      unknownRecipients: z.enum(['missing', 'reachable']),
      outbound: z.enum(outboundNames),
      journal: z.int().min(0),
      journalBodies: z.boolean(),
      journalBytes: z.int().min(0),
      verdicts: z.boolean(),
      callHeaders: z.boolean(),
      maxWorlds: z.int().min(1),
      worldTtl: z.int().min(1).optional(),
      maxMemory: z.int().min(1).optional(),
      maxSpool: z.int().min(0).optional(),
      publicUrl: z.string().optional(),
      trustIssuers: z.array(
        z.union([
          z.strictObject({ discovery: z.url({ protocol: /^https?$/ }) }),
          z.strictObject({ issuer: z.string().min(1), keys: z.array(z.looseObject({ kty: z.string() })) }),
        ]),
      ),
      trustAnyToken: z.boolean(),
      requireSubscriptionKey: z.string().min(1).optional(),
      generatorUser: z
        .string()
        .regex(/^[^:]+:/, 'is not name:password')
        .optional(),
      signingKey: z
        .string()
        .regex(/^\s*(?:\{|-----BEGIN PRIVATE KEY-----)/, 'is not a private key as PEM (PKCS #8) or as a JWK')
        .optional(),
      cors: z.array(z.string()).optional(),
      adminToken: z.string().optional(),
      instance: z.string().min(1).optional(),
      peers: z.array(z.url({ protocol: /^https?$/ })).optional(),
    }) satisfies z.ZodType<Settings>,
)

/** Settings as a user writes them. */
export interface ChosenSettings extends Partial<Omit<Settings, 'now'>> {
  /** Where the clock starts: ISO 8601, or milliseconds since 1970. Absent: now. */
  readonly now?: string | number | undefined
}

/** A setting that is absent or undefined gets its default. Throws a Misuse for an impossible setting. */
export function readSettings({ now, ...chosen }: ChosenSettings): Settings {
  const at = typeof now === 'string' ? (readTimestamp(now)?.at ?? now) : now
  const given = Object.fromEntries(Object.entries({ ...chosen, now: at }).filter(([, value]) => value !== undefined)) as Partial<Settings>
  // On a frozen clock, the window of a rate limit would never end. Source: decisions §4.
  const rateLimits = given.rateLimits ?? (given.clock === 'frozen' ? 'off' : defaultSettings.rateLimits)
  const settings = { ...defaultSettings, ...given, rateLimits }
  // The defaults have no mistakes.
  if (Object.keys(given).length > 0) readAs('options', schema(), settings, '.', true)
  return settings
}
