/** THE TABLE of verdicts on clients: how a good client behaves, one sentence per file. */
import { additions } from './additions.ts'
import { backOff } from './back-off.ts'
import { checksum } from './checksum.ts'
import { collidedOrder } from './collided-order.ts'
import { collidedUpload } from './collided-upload.ts'
import { completeDownload } from './complete-download.ts'
import { confirmedOnce } from './confirmed-once.ts'
import { confirmedWhole } from './confirmed-whole.ts'
import { connectionReused } from './connection-reused.ts'
import { contentLength } from './content-length.ts'
import { downloadConfirmed } from './download-confirmed.ts'
import { eventsOverPolling } from './events-over-polling.ts'
import { eventsOverSearch } from './events-over-search.ts'
import { expiredToken } from './expired-token.ts'
import { fewScopes } from './few-scopes.ts'
import { finalState } from './final-state.ts'
import { idempotencyId } from './idempotency-id.ts'
import { jitter } from './jitter.ts'
import type { Verdict } from './judging/verdict.ts'
import { limitKept } from './limit-kept.ts'
import { orderedOnce } from './ordered-once.ts'
import { pollingRate } from './polling-rate.ts'
import { refusedInOutage } from './refused-in-outage.ts'
import { refusedUnchanged } from './refused-unchanged.ts'
import { reliesOnOrder } from './relies-on-order.ts'
import { remindersRead } from './reminders-read.ts'
import { resumedUpload } from './resumed-upload.ts'
import { retried } from './retried.ts'
import { retriesEnd } from './retries-end.ts'
import { retryAfter } from './retry-after.ts'
import { retryEnd } from './retry-end.ts'
import { sameIdempotencyId } from './same-idempotency-id.ts'
import { tokenReused } from './token-reused.ts'
import { tooManyRequests } from './too-many-requests.ts'
import { uploadFinished } from './upload-finished.ts'
import { webhookAnswers } from './webhook-answers.ts'
import { webhookSpeed } from './webhook-speed.ts'
import { webhookValidation } from './webhook-validation.ts'

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

/** A set never changes, so that an upgrade of Standin convicts no client of something new. */
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
