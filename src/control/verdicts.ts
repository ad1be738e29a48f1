/** THE TABLE of verdicts on clients: how a good client behaves, one file per sentence. */
import { additions } from './verdicts/additions.ts'
import { backOff } from './verdicts/back-off.ts'
import { checksum } from './verdicts/checksum.ts'
import { collidedOrder } from './verdicts/collided-order.ts'
import { collidedUpload } from './verdicts/collided-upload.ts'
import { completeDownload } from './verdicts/complete-download.ts'
import { confirmedOnce } from './verdicts/confirmed-once.ts'
import { confirmedWhole } from './verdicts/confirmed-whole.ts'
import { connectionReused } from './verdicts/connection-reused.ts'
import { contentLength } from './verdicts/content-length.ts'
import { downloadConfirmed } from './verdicts/download-confirmed.ts'
import { eventsOverPolling } from './verdicts/events-over-polling.ts'
import { eventsOverSearch } from './verdicts/events-over-search.ts'
import { expiredToken } from './verdicts/expired-token.ts'
import { fewScopes } from './verdicts/few-scopes.ts'
import { finalState } from './verdicts/final-state.ts'
import { idempotencyId } from './verdicts/idempotency-id.ts'
import { jitter } from './verdicts/jitter.ts'
import type { Verdict } from './verdicts/judging/verdict.ts'
import { limitKept } from './verdicts/limit-kept.ts'
import { orderedOnce } from './verdicts/ordered-once.ts'
import { pollingRate } from './verdicts/polling-rate.ts'
import { refusedInOutage } from './verdicts/refused-in-outage.ts'
import { refusedUnchanged } from './verdicts/refused-unchanged.ts'
import { reliesOnOrder } from './verdicts/relies-on-order.ts'
import { remindersRead } from './verdicts/reminders-read.ts'
import { resumedUpload } from './verdicts/resumed-upload.ts'
import { retried } from './verdicts/retried.ts'
import { retriesEnd } from './verdicts/retries-end.ts'
import { retryAfter } from './verdicts/retry-after.ts'
import { retryEnd } from './verdicts/retry-end.ts'
import { sameIdempotencyId } from './verdicts/same-idempotency-id.ts'
import { tokenReused } from './verdicts/token-reused.ts'
import { tooManyRequests } from './verdicts/too-many-requests.ts'
import { uploadFinished } from './verdicts/upload-finished.ts'
import { webhookAnswers } from './verdicts/webhook-answers.ts'
import { webhookSpeed } from './verdicts/webhook-speed.ts'
import { webhookValidation } from './verdicts/webhook-validation.ts'

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
