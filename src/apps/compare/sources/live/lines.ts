/** Writes journal lines for forwarded calls, with the results of their comparison. */
import { addressIn } from '../../../../service/engine/address.ts'
import { closeLine, noteAnswer, noteBody, noteCaller, noteSent, openCallLine } from '../../../../service/engine/engine.ts'
import { readCaller } from '../../../../service/tokens/caller.ts'
import { readToken } from '../../../../service/tokens/read-token.ts'
import { bearerToken } from '../../../../service/tokens/trust.ts'
import { type Answer, type Call, header } from '../../../../service/wire/call.ts'
import type { Line } from '../../../../service/world/journal.ts'
import type { World } from '../../../../service/world/world.ts'
import { textIn } from '../../comparing/contents.ts'
import { operationAt } from '../../comparing/operation.ts'
import type { Content, Exchange, Outcome } from '../../exchange.ts'
import { type Mask, maskFor } from '../../grouping/masking.ts'

/** A call's line, from arrival to result. */
export type OpenLine = NonNullable<ReturnType<typeof openLine>>

/** `tick`: milliseconds of real time since an arbitrary point. */
export function openLine(world: World, call: Call, tick: () => number) {
  const address = addressIn(call)
  if (!address) return undefined
  const line = openCallLine(world, call, address, operationAt(call.method, address.path) ?? null, tick())
  const token = readToken(bearerToken(header(call.headers, 'authorization')) ?? '')
  const caller = token && readCaller(token.claims)
  noteCaller(line, world, caller, caller)
  return {
    /** Called when the reply has ended. */
    passed({ body, reply, broken }: Omit<Exchange, 'from'>) {
      if (body instanceof Uint8Array) noteBody(line, world, body, textIn(body))
      else if (body) line.requestBytes = body.size
      if (reply) noteAnswer(line, world, { ...reply, headers: textHeaders(reply.headers), body: shownText(reply.body) }, undefined)
      const sent = { bytes: reply?.body ? sizeOf(reply.body) : 0, complete: broken === undefined || line.status !== null }
      noteSent(line, sent, broken === 'client', tick())
    },
    /** Called when Standin has answered instead of the service. */
    answered(answer: Answer) {
      noteAnswer(line, world, answer, undefined)
    },
    /** Called with the result, and again if a later reply changes it. */
    compared(result: Outcome['result']) {
      line.comparison = comparisonOf(result, maskFor(line.operation ?? '', false))
      if (line.closed === 0) closeLine(line, world)
      else world.changes.note()
    },
  }
}

const comparisonOf = (result: Outcome['result'], mask: Mask): Line['comparison'] =>
  typeof result === 'string'
    ? { result: 'apart', reason: result }
    : result.length === 0
      ? { result: 'same' }
      : {
          result: 'differs',
          differences: result.map(({ kind, where, there, here }) => ({
            kind,
            where,
            there: mask(where, there ?? null),
            here: mask(where, here ?? null),
          })),
        }

const sizeOf = (content: Content) => (content instanceof Uint8Array ? content.byteLength : content.size)

const shownText = (content: Content | undefined) => (content instanceof Uint8Array ? textIn(content) : undefined)

const textHeaders = (headers: NonNullable<Exchange['reply']>['headers']) =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])))
