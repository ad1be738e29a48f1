/** The shape of a recipe (a named sequence of calls that a tester can trigger), and the callers in a run. */

import type { Client, Identity } from '../../service/areas/client.ts'
import { callers } from '../../service/areas/operation.ts'
import type { Settings } from '../../service/world/settings.ts'
import type { Random } from '../../service/world/world.ts'
import type { ControlId } from '../facts.ts'
import type { UrlParts } from '../rows/url.ts'

/** A recipe's callers. They all use a client id that is unique to the run, so that the run has its own limits and verdicts. */
export type RecipeCaller = 'creator' | 'sender' | 'recipient' | 'subscriber'

export interface Kitchen {
  /** An id unique to this run, for idempotencyIds, names and email addresses. */
  readonly run: string
  readonly clientId: string
  readonly as: Readonly<Record<RecipeCaller, Identity>>
  /** `until` lets time pass for jobs that this run's calls have booked. */
  readonly client: Client
  /** Calls a control row, as a tester would. The caller specifies the reply type, because the table of rows imports this file. */
  turn<Reply>(id: ControlId, input?: TurnInput): Promise<Reply>
  say(sentence: string): void
  /** Lets time pass until the next job booked by this run. Resolves to false if no job is booked. */
  pass(): Promise<boolean>
  /** Returns the world time after this many milliseconds, in ISO 8601. */
  later(milliseconds: number): string
  /** Checks that a call's connection drops. */
  lost(call: Promise<unknown>): Promise<void>
  /** Returns a signal that aborts once the next call has changed the world, or after this many milliseconds of real time. */
  leaving(after?: number): AbortSignal
  /** Registers a cleanup, which runs even if the recipe fails. The last cleanup registered runs first. */
  atEnd(act: () => Promise<unknown>): void
  /** Returns the URL of a hook in this world, for subscriptions. */
  hookAddress(name: string): string
  readonly pace: Settings['pace']
}

export interface TurnInput extends UrlParts {
  readonly body?: unknown
}

export interface Recipe<Name extends string = string> {
  readonly name: Name
  /** In a tester's words, such as `An email bounces`. */
  readonly title: string
  /** A sentence that describes what the recipe does and shows. */
  readonly summary: string
  /** Search terms that testers use. */
  readonly words: readonly string[]
  /** Throws {@link CallFailed} if the service does not answer as the recipe requires. */
  cook(kitchen: Kitchen): Promise<void>
}

export const defineRecipe = <const Name extends string>(recipe: Recipe<Name>): Recipe<Name> => recipe

/**
 * Returns the callers in a run. An order's creator needs a registered code. The other callers get their own numbers, so that rules can
 * apply only to them.
 */
export function callersOf(random: Random, clientId: string): Kitchen['as'] {
  const [sender, recipient] = [orgNoOf(random), orgNoOf(random)]
  return {
    creator: { ...callers.creator, clientId },
    sender: { ...callers.sender, orgNo: sender, clientId },
    recipient: { ...callers.recipient, orgNo: recipient, clientId },
    subscriber: { ...callers.subscriber, orgNo: recipient, clientId },
  }
}

/** Weights for computing an organization number's check digit. */
const weights = [3, 2, 7, 6, 5, 4, 3, 2]

function orgNoOf(random: Random): string {
  for (;;) {
    const digits = `3${String(random.next() % 10_000_000).padStart(7, '0')}`
    const check = (11 - (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11)) % 11
    if (check < 10) return `${digits}${check}`
  }
}
