/** Options for a simulator. */

import { z } from 'zod'
import type { Fixtures } from '../service/areas/fixtures.ts'
import type { Engine, Handling } from '../service/engine/engine.ts'
import type { WorldStore } from '../service/engine/lifetime.ts'
import type { Documents } from '../service/failures/catalogue.ts'
import type { Keys } from '../service/tokens/keys.ts'
import { readAs } from '../service/wire/read-as.ts'
import { endOfTime, readTimestamp } from '../service/wire/timestamp.ts'
import { dialectNames } from '../service/wire/vocabulary.ts'
import { whenNeeded } from '../service/wire/when-needed.ts'
import { outboundNames } from '../service/world/outgoing.ts'
import type { Platform } from '../service/world/platform.ts'
import { defaultSettings, paceNames, type Settings } from '../service/world/settings.ts'

/** A simulator's environment, initial data and settings. */
export interface SimulatorOptions extends ChosenSettings {
  readonly platform: Platform
  readonly fixtures: Fixtures
  /** Scenario documents keyed by name, in the same form as in files. Called on first use. */
  readonly scenarios?: () => Documents | Promise<Documents>
  /** Checks every reply against its schema and rethrows bugs. For Standin's own tests. */
  readonly checked?: boolean
  /**
   * Checks each answer from the service itself, and throws if one is wrong. For Standin's own tests.
   * @internal
   */
  readonly checkAnswer?: Engine['dependencies']['checkAnswer']
  /**
   * The keys that sign tokens. Default: new keys.
   * @internal
   */
  readonly keys?: Keys | undefined
  /**
   * Handles calls and runs jobs. Default: loaded on first use.
   * @internal
   */
  readonly handling?: Handling | undefined
  /**
   * Stores the worlds. By default, they are lost when the process ends.
   * @internal
   */
  readonly worldStore?: WorldStore | undefined
  /** Standin's version. */
  readonly version?: string | undefined
  /**
   * Called with the name of each world that is dropped because it was not used for `worldTtl`.
   * @internal
   */
  readonly whenDropped?: ((name: string) => void) | undefined
}

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
        .regex(/^\s*(?:\{|-----BEGIN PRIVATE KEY-----)/, 'is not a private key in PEM (PKCS #8) or JWK format')
        .optional(),
      cors: z.array(z.string()).optional(),
      adminToken: z.string().optional(),
      instance: z.string().min(1).optional(),
    }) satisfies z.ZodType<Settings>,
)

/** Settings as a user writes them. */
export interface ChosenSettings extends Partial<Omit<Settings, 'now'>> {
  /** When the clock starts: ISO 8601, or milliseconds since 1970. Default: now. */
  readonly now?: string | number | undefined
}

/** Extracts the settings from a simulator's options. */
export const settingsOf = (options: Partial<SimulatorOptions>): Settings =>
  readSettings(Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(schema().shape, name))))

/** Fills in defaults. Throws a Misuse for an invalid setting. */
export function readSettings({ now, ...chosen }: ChosenSettings): Settings {
  const at = typeof now === 'string' ? (readTimestamp(now)?.at ?? now) : now
  const given = Object.fromEntries(Object.entries({ ...chosen, now: at }).filter(([, value]) => value !== undefined)) as Partial<Settings>
  // With a frozen clock, a rate limit's window would never end. Source: decisions §4.
  const rateLimits = given.rateLimits ?? (given.clock === 'frozen' ? 'off' : defaultSettings.rateLimits)
  const settings = { ...defaultSettings, ...given, rateLimits }
  // The defaults are known to be valid.
  if (Object.keys(given).length > 0) readAs('options', schema(), settings, '.', true)
  return settings
}
