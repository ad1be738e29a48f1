/** The shape of a recipe, which is a story that a tester asks for by one word, written as the calls of a user, and the callers of a run. */

import type { Client, Identity } from '../../service/areas/client.ts'
import { callers } from '../../service/areas/operation.ts'
import type { Random } from '../../service/world/random.ts'
import type { Settings } from '../../service/world/settings.ts'
import type { ControlId } from '../facts.ts'
import type { UrlParts } from '../rows/url.ts'

/** The callers of a recipe. All have one client id, which no other run has, so that its limits and its judgement are its own. */
export type RecipeCaller = 'creator' | 'sender' | 'recipient' | 'subscriber'

/** What a recipe works with. */
export interface Kitchen {
  /** A word that no other run has, for idempotencyIds, names and addresses. */
  readonly run: string
  readonly clientId: string
  readonly as: Readonly<Record<RecipeCaller, Identity>>
  /** `until` lets time pass for what the calls of this run have booked. */
  readonly client: Client
  /** Turns a knob, as a tester does. The table of control rows, which would import this file, knows the types of replies. */
  turn<Reply>(id: ControlId, input?: TurnInput): Promise<Reply>
  /** Adds a sentence to what happened. */
  say(sentence: string): void
  /** Lets time pass until the next job that this run has booked. False: there is none. */
  pass(): Promise<boolean>
  /** A time of the world, so many milliseconds from now, in ISO 8601. */
  later(milliseconds: number): string
  /** Demands that the connection of a call breaks. */
  lost(call: Promise<unknown>): Promise<void>
  /** Aborts when the next call has changed the world, or after so many real milliseconds. */
  leaving(after?: number): AbortSignal
  /** Switches something off at the end, also where the recipe fails. The last one comes first. */
  atEnd(act: () => Promise<unknown>): void
  /** The address of a hook of this world, for subscriptions. */
  hookAddress(name: string): string
  readonly pace: Settings['pace']
}

/** What a control row is asked for. */
export interface TurnInput extends UrlParts {
  readonly body?: unknown
}

export interface Recipe<Name extends string = string> {
  readonly name: Name
  /** What a tester would say: `An email bounces`. */
  readonly title: string
  /** What it makes and shows, in one sentence. */
  readonly summary: string
  /** By which words a tester looks for it. */
  readonly words: readonly string[]
  /** Throws {@link CallFailed} when the service does not answer as the recipe needs. */
  cook(kitchen: Kitchen): Promise<void>
}

export const defineRecipe = <const Name extends string>(recipe: Recipe<Name>): Recipe<Name> => recipe

/** The callers of one run. Orders need a code that is known; the others have a number of their own, so that rules can concern them alone. */
export function callersOf(random: Random, clientId: string): Kitchen['as'] {
  const [sender, recipient] = [orgNoOf(random), orgNoOf(random)]
  return {
    creator: { ...callers.creator, clientId },
    sender: { ...callers.sender, orgNo: sender, clientId },
    recipient: { ...callers.recipient, orgNo: recipient, clientId },
    subscriber: { ...callers.subscriber, orgNo: recipient, clientId },
  }
}

/** The weights of the digits of an organization number, for its check digit. */
const weights = [3, 2, 7, 6, 5, 4, 3, 2]

function orgNoOf(random: Random): string {
  for (;;) {
    const digits = `3${String(random.next() % 10_000_000).padStart(7, '0')}`
    const check = (11 - (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11)) % 11
    if (check < 10) return `${digits}${check}`
  }
}
