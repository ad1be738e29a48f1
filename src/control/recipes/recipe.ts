/** The shape of a recipe, a scenario of calls that a tester triggers by name, and the callers of a run. */

import type { Client, Identity } from '../../service/areas/client.ts'
import { callers } from '../../service/areas/operation.ts'
import type { Random } from '../../service/world/random.ts'
import type { Settings } from '../../service/world/settings.ts'
import type { ControlId } from '../facts.ts'
import type { UrlParts } from '../rows/url.ts'

/** The callers of a recipe. All use a client id unique to the run, so that it has its own limits and verdicts. */
export type RecipeCaller = 'creator' | 'sender' | 'recipient' | 'subscriber'

/** The tools of a recipe. */
export interface Kitchen {
  /** An id unique to this run, for idempotencyIds, names and addresses. */
  readonly run: string
  readonly clientId: string
  readonly as: Readonly<Record<RecipeCaller, Identity>>
  /** `until` lets time pass for jobs that the calls of this run have booked. */
  readonly client: Client
  /** Calls a control row, as a tester does. Reply types are given by the caller, because the table of rows imports this file. */
  turn<Reply>(id: ControlId, input?: TurnInput): Promise<Reply>
  /** Adds a sentence to the report. */
  say(sentence: string): void
  /** Lets time pass until the next job that this run has booked. False if there is none. */
  pass(): Promise<boolean>
  /** The world time in this many milliseconds, in ISO 8601. */
  later(milliseconds: number): string
  /** Requires that the connection of a call breaks. */
  lost(call: Promise<unknown>): Promise<void>
  /** Returns a signal that aborts once the next call has changed the world, or after this many real milliseconds. */
  leaving(after?: number): AbortSignal
  /** Registers a cleanup, which also runs if the recipe fails. The cleanup registered last runs first. */
  atEnd(act: () => Promise<unknown>): void
  /** The address of a hook in this world, for subscriptions. */
  hookAddress(name: string): string
  readonly pace: Settings['pace']
}

/** The input of a control row. */
export interface TurnInput extends UrlParts {
  readonly body?: unknown
}

export interface Recipe<Name extends string = string> {
  readonly name: Name
  /** In the words of a tester: `An email bounces`. */
  readonly title: string
  /** A sentence about what it does and shows. */
  readonly summary: string
  /** Search words of testers. */
  readonly words: readonly string[]
  /** Throws {@link CallFailed} if the service does not answer as the recipe needs. */
  cook(kitchen: Kitchen): Promise<void>
}

export const defineRecipe = <const Name extends string>(recipe: Recipe<Name>): Recipe<Name> => recipe

/** The callers of a run. Orders need a known code. The others get individual numbers, so that rules can apply to them only. */
export function callersOf(random: Random, clientId: string): Kitchen['as'] {
  const [sender, recipient] = [orgNoOf(random), orgNoOf(random)]
  return {
    creator: { ...callers.creator, clientId },
    sender: { ...callers.sender, orgNo: sender, clientId },
    recipient: { ...callers.recipient, orgNo: recipient, clientId },
    subscriber: { ...callers.subscriber, orgNo: recipient, clientId },
  }
}

/** Digit weights for the check digit of an organization number. */
const weights = [3, 2, 7, 6, 5, 4, 3, 2]

function orgNoOf(random: Random): string {
  for (;;) {
    const digits = `3${String(random.next() % 10_000_000).padStart(7, '0')}`
    const check = (11 - (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11)) % 11
    if (check < 10) return `${digits}${check}`
  }
}
