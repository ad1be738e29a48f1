/** Givens of callers, each with a token, and the callers of the other givens. */
import { z } from 'zod'
import type { Identity } from '../../client.ts'
import { scopes } from '../../wire/scopes.ts'
import { defineGiven } from './given.ts'

/** The roles of callers in an order or transfer. A stranger has all scopes that it needs, but no role. */
export const orderRole = z.enum(['creator', 'stranger'])
export const transferRole = z.enum(['sender', 'recipient', 'stranger'])

export const orderCallers: Readonly<Record<z.output<typeof orderRole>, Identity>> = {
  creator: { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications },
  stranger: { org: 'brg', orgNo: '974760673', scope: scopes.createNotifications },
}
export const transferCallers: Readonly<Record<z.output<typeof transferRole>, Identity>> = {
  sender: { orgNo: '347147753', scope: scopes.brokerWrite },
  recipient: { orgNo: '370916446', scope: scopes.brokerRead },
  stranger: { orgNo: '326403849', scope: `${scopes.brokerRead} ${scopes.brokerWrite}` },
}

const caller = <const Sentence extends string>(sentence: Sentence, as: Identity) =>
  defineGiven({
    sentence,
    params: z.object({}),
    values: ['token'],
    arrange: async (client) => ({ token: await client.token(as) }),
  })

export const callerMayOrderNotifications = defineGiven({
  sentence: 'a caller may order notifications',
  params: z.object({ idempotencyId: z.string().default('an-order') }),
  values: ['token', 'idempotencyId'],
  arrange: async (client, { idempotencyId }) => ({ token: await client.token(orderCallers.creator), idempotencyId }),
})
export const callerMaySendFiles = caller('a caller may send files', transferCallers.sender)
export const callerMayReceiveFiles = caller('a caller may receive files', transferCallers.recipient)
export const callerLacksTheScope = caller('a caller lacks the scope', { ...orderCallers.creator, scope: 'altinn:enduser' })
