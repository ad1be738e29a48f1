/** Decides the final status of messages: all messages in a channel, those to an address, or a share of them. */
import { z } from 'zod'
import type { Unidentified } from '../../areas/circumstances.ts'
import { endingsByStatus, plainNumber, sameAddress } from '../../areas/notifications/magic-recipients.ts'
import type { Channel, EntryStatus } from '../../areas/notifications/wire.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineDecide, hits } from '../scenario/effect.ts'

/** Statuses that end a message before it is sent. Only recipients that are looked up can have these statuses. */
const unidentified: ReadonlyMap<EntryStatus, Unidentified> = new Map([
  ['SMS_Failed_RecipientReserved', 'RecipientReserved'],
  ['SMS_Failed_RecipientNotIdentified', 'RecipientNotIdentified'],
  ['Email_Failed_RecipientReserved', 'RecipientReserved'],
  ['Email_Failed_RecipientNotIdentified', 'RecipientNotIdentified'],
])
const statuses = [...endingsByStatus.keys(), ...unidentified.keys()] as [EntryStatus, ...EntryStatus[]]

const options = whenNeeded(() => {
  const text = z.string().min(1)
  return z.strictObject({
    /** The status starts with a channel name: the effect covers only messages in that channel. */
    status: z.enum(statuses).describe('The final status of the messages.'),
    address: text.optional().describe('Only messages to this address.'),
    prefix: z
      .union([text, z.array(text).min(1)], { error: 'is not a string or a list of strings, such as "+46"' })
      .optional()
      .describe('Only messages to addresses with this prefix.'),
    share: z.number().min(0).max(1).optional().describe('The share of messages, from 0 to 1.'),
  })
})

type Options = z.output<ReturnType<typeof options>>

const isCovered = ({ status, address, prefix }: Options, message: { readonly channel: Channel; readonly address: string }): boolean =>
  status.startsWith(`${message.channel}_`) &&
  (address === undefined || sameAddress(message.channel, address, message.address)) &&
  (prefix === undefined || [prefix].flat().some((each) => plain(message.address).startsWith(plain(each))))

const plain = (text: string) => plainNumber(text).toLowerCase()

export const outcome = defineDecide({
  options,
  summary: 'Messages end in a status that you choose',
  anywhere: true,
  explain({ status, address, prefix, share }) {
    const message = status.startsWith('Email') ? 'email' : 'SMS message'
    const wide = prefix === undefined ? '' : ` to addresses that start with ${[prefix].flat().join(', ')}`
    const to = address === undefined ? wide : ` to ${address}`
    return share === undefined
      ? `Every ${message}${to} ends in ${status}.`
      : `${Math.round(share * 1000) / 10} % of ${message}s${to} end in ${status}.`
  },
  concerns: ({ status }, { asks }) => asks?.includes(unidentified.has(status) ? 'identification' : 'outcome') === true,
  decide: (chosen, circumstances, { fraction }) => ({
    ...circumstances,
    outcome(message) {
      const ending = isCovered(chosen, message) && hits(chosen.share ?? true, fraction) ? endingsByStatus.get(chosen.status) : undefined
      return ending ?? circumstances.outcome(message)
    },
    identification(message) {
      const failed = isCovered(chosen, message) && hits(chosen.share ?? true, fraction) ? unidentified.get(chosen.status) : undefined
      return failed ?? circumstances.identification(message)
    },
  }),
})
