/** Decides how messages end: by their channel, their address, or a share of them. */
import { z } from 'zod'
import { endingsByStatus, sameAddress } from '../state/magic-recipients.ts'
import type { EntryStatus } from '../state/shipment.ts'
import { defineDecide } from './effect.ts'

const statuses = [...endingsByStatus.keys()] as [EntryStatus, ...EntryStatus[]]

const options = z.strictObject({
  /** It begins with the channel that it is about. */
  status: z.enum(statuses),
  /** Where the message goes, whoever it is for. */
  address: z.string().min(1).optional(),
  share: z.number().min(0).max(1).optional(),
})

export const outcome = defineDecide({
  options,
  summary: 'Messages end in a status of your choosing',
  anywhere: true,
  explain({ status, address, share }) {
    const [channel] = status.split('_')
    const of = share === undefined ? 'Every' : `${Math.round(share * 1000) / 10} % of the`
    return `${of} ${channel} message${share === undefined ? '' : 's'}${address === undefined ? '' : ` to ${address}`} ${share === undefined ? 'ends' : 'end'} in ${status}.`
  },
  concerns: (_, { asks }) => asks?.includes('outcome') === true,
  decide: ({ status, address, share }, circumstances, { fraction }) => ({
    ...circumstances,
    outcome(message) {
      const meant =
        status.startsWith(`${message.channel}_`) && (address === undefined || sameAddress(message.channel, address, message.address))
      const ending = meant && (share === undefined || fraction() < share) ? endingsByStatus.get(status) : undefined
      return ending ?? circumstances.outcome(message)
    },
  }),
})
