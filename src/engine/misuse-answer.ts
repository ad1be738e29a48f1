/** The answers that are Standin's own: to a mistake in using it, to a call whose world has ended, and to a defect. */
import type { Misuse } from '../misuse.ts'
import type { Answer } from '../wire/http/call.ts'
import { reasonPhrase } from '../wire/refusals/refusal-form.ts'
import type { WorldGone } from '../world/in-flight.ts'

const problemType = 'application/problem+json; charset=utf-8'

export function misuseAnswer({ message, choices, status }: Misuse): Answer {
  const title = reasonPhrase(status) ?? 'Misuse'
  return {
    status,
    headers: { 'content-type': problemType, 'x-standin-misuse': 'true' },
    body: JSON.stringify({ type: 'about:blank', title, status, detail: message, ...(choices && { choices }) }),
  }
}

/** Source: decisions §2. */
export const goneAnswer = ({ message }: WorldGone): Answer => ({
  status: 503,
  headers: { 'content-type': problemType, 'x-standin-world-gone': 'true' },
  body: JSON.stringify({ type: 'about:blank', title: 'Service Unavailable', status: 503, detail: message }),
})

/** No server can answer for the world at the moment. `detail`: why. */
export const awayAnswer = (world: string, detail: string): Answer => ({
  status: 503,
  headers: { 'content-type': problemType, 'retry-after': '1', 'x-standin-world-away': 'true' },
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: `The world ${world} cannot be reached: ${detail} Try again in a second.`,
  }),
})

/** The stack goes to the log, not to the client. */
export const bugAnswer = (): Answer => ({
  status: 500,
  headers: { 'content-type': problemType, 'x-standin-bug': 'true' },
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Defect of Standin',
    status: 500,
    detail: 'This is a defect of Standin, not a simulated failure. Its output has the stack.',
  }),
})
