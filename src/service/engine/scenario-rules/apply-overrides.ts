/** Answers a call with a user's override instead of calling the service. */
import type { OperationId } from '../../areas/index.ts'
import {
  type AnyReply,
  demandReadable,
  fixedAnswer,
  framing,
  isResponse,
  type OverriddenCall,
  type Override,
  removeOverride,
} from '../../failures/interventions.ts'
import { type Answer, type AnswerHeaders, ClientGone } from '../../wire/call.ts'
import { Misuse } from '../../wire/misuse.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { Input } from '../../wire/row.ts'
import { unlessWorldGone, WorldGone } from '../../world/world.ts'
import { explain } from '../journal-line/line.ts'
import { parameters } from '../reading/input.ts'
import { sayReply } from '../stages/say.ts'
import type { Walk } from '../walk.ts'
import { wholeOf } from './rule-input.ts'

/** Returns the answer from the newest override that has one. */
export async function overrideAnswer(walk: Walk, all: readonly Override[]): Promise<Answer | undefined> {
  for (const override of all) {
    if (override.left === 0) continue
    // The count is decreased before the function runs, because another call can arrive while the function is running.
    override.left--
    const reply = await failing(walk, () => replyOf(walk, override))
    if (reply === undefined) {
      override.left++
      continue
    }
    if (override.left === 0) removeOverride(walk.world, walk.route.row.id, override)
    walk.overridden = true
    explain(walk.line, `an override of ${walk.route.row.id} replied instead of the service`)
    return failing(walk, () => answerOf(walk, reply))
  }
  return undefined
}

async function replyOf(walk: Walk, { reply }: Override): Promise<AnyReply | undefined> {
  const made = await unlessWorldGone(walk.world, Promise.resolve(reply(callOf(walk))))
  if (made) demandReadable(made)
  return made
}

/** Reports an error in the user's function as the user's mistake, not as a bug in Standin. */
async function failing<T>(walk: Walk, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (thrown) {
    if ([Misuse, Refusal, ClientGone, WorldGone].some((known) => thrown instanceof known)) throw thrown
    throw new Misuse(
      `The override of ${walk.route.row.id} threw: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      undefined,
      500,
    )
  }
}

function callOf(walk: Walk): OverriddenCall {
  const { address, call, line, route } = walk
  return {
    operation: route.row.id as OperationId,
    params: parameters(walk) as OverriddenCall['params'],
    query: new URLSearchParams(address.query),
    headers: call.headers,
    caller: line.caller,
    input: async () => (await wholeOf(walk)) as Input<never>,
  }
}

async function answerOf(walk: Walk, reply: AnyReply): Promise<Answer> {
  if (isResponse(reply)) return answerOfResponse(reply)
  return walk.route.row.replies[reply.status] ? sayReply(walk, { ...reply, body: reply.body }) : fixedAnswer(reply)
}

async function answerOfResponse(response: Response): Promise<Answer> {
  if (response.type === 'error') return { status: 0, headers: {}, cut: { how: 'reset' } }
  const headers: AnswerHeaders = {}
  for (const [name, value] of response.headers) if (!framing.includes(name)) headers[name] = value
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  const body = response.body ? new Uint8Array(await response.arrayBuffer()) : undefined
  return { status: response.status, headers, body }
}
