/** THE TABLE of verdicts on clients: how a good client behaves, one file per subject. */

import { backOff } from './verdicts/back-off.ts'
import { connectionReused, contentLength } from './verdicts/connections.ts'
import { completeDownload, confirmedOnce, confirmedWhole, downloadConfirmed } from './verdicts/downloads.ts'
import type { Verdict } from './verdicts/judging/verdict.ts'
import { collidedOrder, idempotencyId, orderedOnce, sameIdempotencyId } from './verdicts/orders.ts'
import { eventsOverPolling, eventsOverSearch, finalState } from './verdicts/polling.ts'
import { limitKept, pollingRate, retryAfter, tooManyRequests } from './verdicts/rate-limits.ts'
import { refusedInOutage, refusedUnchanged } from './verdicts/refusals.ts'
import { additions, reliesOnOrder, remindersRead } from './verdicts/replies.ts'
import { jitter, retried, retriesEnd, retryEnd } from './verdicts/retries.ts'
import { expiredToken, fewScopes, tokenReused } from './verdicts/tokens.ts'
import { checksum, collidedUpload, resumedUpload, uploadFinished } from './verdicts/uploads.ts'
import { webhookAnswers, webhookSpeed, webhookValidation } from './verdicts/webhooks.ts'

/** For `explore`, which interprets calls the same way as verdicts do. */
export { namedIn } from './verdicts/judging/deed.ts'
export { repeatableOrders } from './verdicts/judging/line-facts.ts'
export type { Evidence, Verdict } from './verdicts/judging/verdict.ts'

export const verdicts: readonly Verdict[] = [
  retryAfter,
  tooManyRequests,
  backOff,
  retryEnd,
  refusedUnchanged,
  idempotencyId,
  expiredToken,
  finalState,
  resumedUpload,
  completeDownload,
  confirmedOnce,
  webhookAnswers,
  webhookValidation,
  webhookSpeed,
  sameIdempotencyId,
  retried,
  jitter,
  tokenReused,
  fewScopes,
  connectionReused,
  contentLength,
  checksum,
  downloadConfirmed,
  remindersRead,
  eventsOverPolling,
  eventsOverSearch,
  pollingRate,
  additions,
  reliesOnOrder,
  collidedOrder,
  collidedUpload,
  refusedInOutage,
  orderedOnce,
  uploadFinished,
  confirmedWhole,
  retriesEnd,
  limitKept,
]

/** Sets never change, so that upgrading Standin does not fail a client that passed before. */
export const verdictSets = {
  '2026-11': [
    'retry-after',
    'too-many-requests',
    'back-off',
    'retry-end',
    'refused-unchanged',
    'idempotency-id',
    'expired-token',
    'final-state',
    'resumed-upload',
    'complete-download',
    'confirmed-once',
    'webhook-answers',
    'webhook-validation',
    'webhook-speed',
    'same-idempotency-id',
    'retried',
    'jitter',
    'token-reused',
    'few-scopes',
    'connection-reused',
    'content-length',
    'checksum',
    'download-confirmed',
    'reminders-read',
    'events-over-polling',
    'events-over-search',
    'polling-rate',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
