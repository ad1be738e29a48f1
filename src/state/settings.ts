/** The settings of a simulator, which hold for all of its worlds. */
import { z } from 'zod'
import { type DialectName, dialectNames } from '../wire/dialect.ts'
import { readAs } from '../wire/fault.ts'
import type { RateDefinition } from '../wire/rate-limits.ts'
import { endOfTime } from '../wire/values/send-time.ts'
import type { ClockMode } from './clock.ts'
import { type Outbound, outboundNames } from './outgoing.ts'
import { type PaceName, paceNames } from './pace.ts'

/** Source: decisions §2-§10. */
export interface Settings {
  /** Which to follow where the specification and the live services disagree. */
  readonly dialect: DialectName
  /** How fast the service works. */
  readonly pace: PaceName
  readonly clock: ClockMode
  /** Where the clock starts, in milliseconds since 1970; absent: now. */
  readonly now?: number | undefined
  /** A whole number. The same seed, clock and calls give the same bytes. */
  readonly seed: number
  readonly rateLimits: RateDefinition | 'off'
  /** Whether daytime messages wait for daytime; absent: they do on a frozen clock and at the real pace. */
  readonly sendWindow?: 'applies' | 'open' | undefined
  /** Whether resources that are not in the fixtures may be used. */
  readonly openResources: boolean
  /** Whether people and organizations that are not in the register have contact details. */
  readonly unknownRecipients: 'missing' | 'reachable'
  /** Which of the addresses that clients gave are called. */
  readonly outbound: Outbound
  /** How many lines each ring of the journal holds. */
  readonly journal: number
  readonly journalBodies: boolean
  readonly maxWorlds: number
  /** Bytes of content that all worlds together may store; absent: no limit. */
  readonly maxSpool?: number | undefined
  /** The address in links, where clients reach this simulator by another address than it sees. */
  readonly publicUrl?: string | undefined
  /** The token that control rows demand of calls from other machines; absent: such calls are refused. */
  readonly adminToken?: string | undefined
}

export const defaultSettings: Settings = {
  dialect: 'spec',
  pace: 'fast',
  clock: 'real',
  seed: 1,
  rateLimits: 'current',
  openResources: true,
  unknownRecipients: 'missing',
  outbound: 'loopback',
  journal: 1000,
  journalBodies: true,
  maxWorlds: 1000,
}

const schema = z.strictObject({
  dialect: z.enum(dialectNames),
  pace: z.enum(paceNames),
  clock: z.enum(['real', 'frozen']),
  now: z.int('is not a time in whole milliseconds since 1970').min(0).max(endOfTime).optional(),
  seed: z.int(),
  rateLimits: z.enum(['current', 'earlier', 'off']),
  sendWindow: z.enum(['applies', 'open']).optional(),
  openResources: z.boolean(),
  unknownRecipients: z.enum(['missing', 'reachable']),
  outbound: z.enum(outboundNames),
  journal: z.int().min(0),
  journalBodies: z.boolean(),
  maxWorlds: z.int().min(1),
  maxSpool: z.int().min(0).optional(),
  publicUrl: z.string().optional(),
  adminToken: z.string().optional(),
}) satisfies z.ZodType<Settings>

/** Settings that are absent or undefined get their defaults. Throws {@link Misuse} for an invalid one. */
export function readSettings(chosen: Partial<Settings>): Settings {
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)) as Partial<Settings>
  // On a frozen clock, a window of a minute would never end. Source: decisions §4.
  const rateLimits = given.rateLimits ?? (given.clock === 'frozen' ? 'off' : defaultSettings.rateLimits)
  const settings = { ...defaultSettings, ...given, rateLimits }
  readAs('options', schema, settings, '.')
  return settings
}
