/** The last step of a walk: writes a reply or a refusal in the form that area and dialect give it. */
import type { z } from 'zod'
import { type Answer, type AnswerBody, type AnswerHeaders, ClientGone, header, type MaybePromise, traceIdOf } from '../wire/http/call.ts'
import { attempt } from '../wire/maybe.ts'
import { Refusal } from '../wire/refusals/refusal.ts'
import { writeRefusal } from '../wire/refusals/write-refusal.ts'
import type { Reply } from '../wire/row.ts'
import { demandDeclared } from './checked-mode.ts'
import { meterRefusal } from './limit.ts'
import { formOf, reasonOf, waitForOutage } from './reasons.ts'
import { demandWorld, type Walk } from './walk.ts'

export function sayReply(walk: Walk, { status, body, headers }: Reply): Answer {
  demandWorld(walk)
  const { area, row } = walk.route
  const shape = row.replies[status]
  if (!shape) throw new Error(`${row.id} does not declare the reply ${status}.`)
  const out: AnswerHeaders = { ...area.headers, ...headers }
  if (shape.kind === 'empty') return { status, headers: out }
  if (shape.kind === 'json') {
    checkReply(walk, shape, body)
    out['content-type'] = shape.type === undefined ? 'application/json; charset=utf-8' : `${shape.type}; charset=utf-8`
    return { status, headers: out, body: JSON.stringify(body, null, area.indent) }
  }
  out['content-type'] ??= shape.kind === 'text' ? 'text/plain; charset=utf-8' : 'application/octet-stream'
  return { status, headers: out, body: body as AnswerBody }
}

export function sayRefusal(walk: Walk, refusal: Refusal): Answer {
  demandWorld(walk)
  const { area } = walk.route
  const form = formOf(walk, refusal)
  meterRefusal(walk, refusal.key)
  walk.line.code = form.code ?? null
  walk.line.why ??= reasonOf(refusal)
  const asked = { path: walk.address.path, accept: header(walk.call.headers, 'accept') }
  return writeRefusal(refusal, form, area, () => traceIdOf(walk.call, walk.random), asked)
}

/** Throws for a reply that does not fit: that is a defect of Standin. */
function checkReply({ dependencies }: Walk, { schema }: { readonly schema: z.ZodType }, body: unknown): void {
  if (dependencies.checked) schema.parse(body)
}

/** Turns a refusal into its answer, and a client that has gone into the answer 499. */
export const refusalToAnswer = (walk: Walk, run: () => MaybePromise<Answer>): MaybePromise<Answer> =>
  attempt(run, (thrown) => {
    demandWorld(walk)
    if (thrown instanceof Refusal) {
      demandDeclared(walk, thrown)
      const waiting = waitForOutage(walk, thrown)
      return waiting !== undefined ? sayAfter(walk, waiting, thrown) : sayRefusal(walk, thrown)
    }
    if (thrown instanceof ClientGone) return sayGone(walk, thrown)
    throw thrown
  })

/** A client that Standin drops gets no answer: its connection is reset. */
function sayGone(walk: Walk, { reason }: ClientGone): Answer {
  if (reason === undefined) return sayRefusal(walk, new Refusal('NOT-00002'))
  return { ...sayRefusal(walk, new Refusal('NOT-00002', { reason })), cut: { how: 'reset' } }
}

async function sayAfter(walk: Walk, waiting: Promise<void>, refusal: Refusal): Promise<Answer> {
  try {
    await waiting
  } catch (thrown) {
    demandWorld(walk)
    if (thrown instanceof ClientGone) return sayGone(walk, thrown)
    throw thrown
  }
  return sayRefusal(walk, refusal)
}
