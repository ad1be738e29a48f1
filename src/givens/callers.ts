/** Starting points that are callers: each leaves a token. */
import { z } from 'zod'
import type { As } from '../client.ts'
import { scopes } from '../wire/scopes.ts'
import { defineGiven } from './given.ts'

/** Parts in what the givens of an area arrange. A stranger may do everything, but has none. */
export const orderPart = z.enum(['creator', 'stranger'])
export const transferPart = z.enum(['sender', 'recipient', 'stranger'])

export const orderCallers: Readonly<Record<z.output<typeof orderPart>, As>> = {
  creator: { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications },
  stranger: { org: 'brg', orgNo: '974760673', scope: scopes.createNotifications },
}
export const transferCallers: Readonly<Record<z.output<typeof transferPart>, As>> = {
  sender: { orgNo: '347147753', scope: scopes.brokerWrite },
  recipient: { orgNo: '370916446', scope: scopes.brokerRead },
  stranger: { orgNo: '326403849', scope: `${scopes.brokerRead} ${scopes.brokerWrite}` },
}

const caller = (sentence: string, as: As) =>
  defineGiven({
    sentence,
    params: z.object({}),
    values: ['token'],
    arrange: async (client) => ({ token: await client.token(as) }),
  })

export const callerMayOrderNotifications = caller('a caller may order notifications', orderCallers.creator)
export const callerMaySendFiles = caller('a caller may send files', transferCallers.sender)
export const callerMayReceiveFiles = caller('a caller may receive files', transferCallers.recipient)
export const callerLacksTheScope = caller('a caller lacks the scope', { ...orderCallers.creator, scope: 'altinn:enduser' })
