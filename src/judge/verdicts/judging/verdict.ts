/** The shape of a verdict: facts first, behaviour last. */
import type { BuiltInScenario } from '../../../failures/scenario/built-in-names.ts'
import type { Deed } from './deed.ts'

export type Severity = 'bad' | 'advice'

/** What a verdict tells of one caller. */
export interface Tell {
  /** The caller met the circumstance, and clearly did right. What is unclear is not told, and shows nothing. */
  met(): void
  /** The caller does otherwise, and another verdict says so: it is not good here. */
  elsewhere(): void
  /** These calls show that the caller does not do as the sentence says. */
  broken(...calls: readonly string[]): void
}

/** A judgement on a client's behaviour. It looks at the deeds of one caller in the order in which they ended. */
export interface Verdict<Memory = unknown> {
  readonly id: string
  /** What a good client does. */
  readonly sentence: string
  readonly severity: Severity
  /** A section of the references, or a reason. */
  readonly source: string
  /** What to change. */
  readonly guidance: string
  /** Scenarios in which a client meets the circumstance; empty: it meets it without one. */
  readonly exercise: readonly BuiltInScenario[]
  /** What it remembers of a caller, at the beginning. */
  remember(): Memory
  look(deed: Deed, memory: Memory, tell: Tell): void
  /** What only the end of a session shows. Called for every reply, so it changes nothing. */
  conclude?(memory: Memory, tell: Tell): void
}

/** Each verdict knows its own memory. Code that handles every verdict does not. */
export const defineVerdict = <Memory>(verdict: Verdict<Memory>): Verdict => verdict as unknown as Verdict
