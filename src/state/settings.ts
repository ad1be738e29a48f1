/** The choices by which a simulator is set up; each holds for all of its worlds. */
import type { DialectName } from '../wire/dialect.ts'
import type { RateDefinition } from '../wire/rate-limits.ts'
import type { ClockMode } from './clock.ts'
import type { Outbound } from './outgoing.ts'
import type { PaceName } from './pace.ts'

/** Source: decisions §2-§10. */
export interface Settings {
  /** Which side is taken where the specification and the live services disagree. */
  readonly dialect: DialectName
  /** How fast the service works. */
  readonly pace: PaceName
  readonly clock: ClockMode
  /** Where the clock starts, in milliseconds since 1970; absent: now. */
  readonly now?: number | undefined
  /** A whole number; the same seed, clock and calls give the same bytes. */
  readonly seed: number
  readonly rateLimits: RateDefinition | 'off'
  /** Whether daytime messages wait for the day; absent: on a clock that stands and at the real pace. */
  readonly sendWindow?: 'applies' | 'open' | undefined
  /** Whether resources that nobody has described may be used. */
  readonly openResources: boolean
  /** Whether people and organizations that nothing names have contact details. */
  readonly unknownRecipients: 'missing' | 'reachable'
  /** Which addresses that clients gave are called. */
  readonly outbound: Outbound
  /** Lines that each ring of the journal holds. */
  readonly journal: number
  readonly journalBodies: boolean
  readonly maxWorlds: number
  /** Bytes of content that may be stored at once, over all worlds; absent: as many as the disk takes. */
  readonly maxSpool?: number | undefined
  /** The address by which clients reach this simulator, where it is not the one that they call. */
  readonly publicUrl?: string | undefined
  /** What control rows demand of whoever calls from another machine; without one, such calls are refused. */
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
