/** Standin's own answers to a mistake in using it, to a call whose world has ended, and to an internal error. */

import type { Answer, AnswerHeaders } from '../wire/call.ts'
import type { Misuse } from '../wire/misuse.ts'
import { reasonPhrase } from '../wire/refusal.ts'
import type { WorldGone } from '../world/changes.ts'

const problemType = 'application/problem+json; charset=utf-8'

/** `headers`: headers that let a client identify the answer. */
function problem(status: number, title: string, detail: string, headers: AnswerHeaders, choices?: readonly string[]): Answer {
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, ...(choices && { choices }) })
  return { status, headers: { 'content-type': problemType, ...headers }, body }
}

export const misuseAnswer = ({ message, choices, status }: Misuse): Answer =>
  problem(status, reasonPhrase(status) ?? 'Misuse', message, { 'x-standin-misuse': 'true' }, choices)

/** Source: decisions §2. */
export const goneAnswer = ({ message }: WorldGone): Answer =>
  problem(503, 'Service Unavailable', message, { 'x-standin-world-gone': 'true' })

/** The answer if no server can currently answer for the world. */
export const awayAnswer = (detail: string): Answer =>
  problem(503, 'Service Unavailable', detail, { 'retry-after': '1', 'x-standin-world-away': 'true' })

/** The stack goes to the log rather than to the client. */
export const bugAnswer = (): Answer =>
  problem(500, 'Defect of Standin', 'This is a defect of Standin, not a simulated failure. The stack is in its output.', {
    'x-standin-bug': 'true',
  })
