/** Decides how messages end: by their channel, their address, or a share of them. */
import { z } from 'zod'
import type { Unidentified } from '../state/circumstances.ts'
import { endingsByStatus, sameAddress } from '../state/notifications/magic-recipients.ts'
import type { Channel, EntryStatus } from '../state/notifications/shipment.ts'
import { defineDecide } from './effect.ts'
import { hits } from './share-option.ts'

/** In these, messages of whoever is looked up end before there is anything to send. */
const unidentified: ReadonlyMap<EntryStatus, Unidentified> = new Map([
  ['SMS_Failed_RecipientReserved', 'RecipientReserved'],
  ['SMS_Failed_RecipientNotIdentified', 'RecipientNotIdentified'],
  ['Email_Failed_RecipientReserved', 'RecipientReserved'],
  ['Email_Failed_RecipientNotIdentified', 'RecipientNotIdentified'],
])
const statuses = [...endingsByStatus.keys(), ...unidentified.keys()] as [EntryStatus, ...EntryStatus[]]

const options = z.strictObject({
  /** It begins with the channel that it is about. */
  status: z.enum(statuses),
  /** Where the message goes, whoever it is for. */
  address: z.string().min(1).optional(),
  share: z.number().min(0).max(1).optional(),
})

type Options = z.output<typeof options>

const isMeant = ({ status, address }: Options, message: { readonly channel: Channel; readonly address: string }): boolean =>
  status.startsWith(`${message.channel}_`) && (address === undefined || sameAddress(message.channel, address, message.address))

export const outcome = defineDecide({
  options,
  summary: 'Messages end in a status of your choosing',
  anywhere: true,
  explain({ status, address, share }) {
    const [channel] = status.split('_')
    const of = share === undefined ? 'Every' : `${Math.round(share * 1000) / 10} % of the`
    return `${of} ${channel} message${share === undefined ? '' : 's'}${address === undefined ? '' : ` to ${address}`} ${share === undefined ? 'ends' : 'end'} in ${status}.`
  },
  concerns: ({ status }, { asks }) => asks?.includes(unidentified.has(status) ? 'identification' : 'outcome') === true,
  decide: (chosen, circumstances, { fraction }) => ({
    ...circumstances,
    outcome(message) {
      const ending = isMeant(chosen, message) && hits(chosen.share ?? true, fraction) ? endingsByStatus.get(chosen.status) : undefined
      return ending ?? circumstances.outcome(message)
    },
    identification(message) {
      const failed = isMeant(chosen, message) && hits(chosen.share ?? true, fraction) ? unidentified.get(chosen.status) : undefined
      return failed ?? circumstances.identification(message)
    },
  }),
})
