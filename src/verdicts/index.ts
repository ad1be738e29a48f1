/** THE TABLE of verdicts on clients: how a good client behaves, one sentence per file. */
import { backOff } from './back-off.ts'
import type { Verdict } from './judging/verdict.ts'
import { refusedUnchanged } from './refused-unchanged.ts'
import { retryAfter } from './retry-after.ts'
import { retryEnd } from './retry-end.ts'
import { tooManyRequests } from './too-many-requests.ts'

export const verdicts: readonly Verdict[] = [retryAfter, tooManyRequests, backOff, retryEnd, refusedUnchanged]

/** A set never changes, so that an upgrade of Standin convicts no client of something new. */
export const verdictSets = {
  '2026-11': ['retry-after', 'too-many-requests', 'back-off', 'retry-end', 'refused-unchanged'],
} as const satisfies Readonly<Record<string, readonly string[]>>
