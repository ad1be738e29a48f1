/** Deliberate violations of the reference, which this implementation commits on request. */
import { problem, problems } from './problems.ts'
import { type Steps, steps } from './steps.ts'
import type { Reply } from './wire.ts'

const withCode = (reply: Reply, code: string): Reply => ({ ...reply, body: { ...Object(reply.body), code } })

function without(members: Readonly<Record<string, unknown>>, name: string): object {
  const { [name]: _, ...others } = members
  return others
}

export const breaks = {
  /** The reference specifies 404. */
  'undocumented-status': { noSuchTransfer: () => problem(410, { title: 'Gone', detail: 'The file transfer is gone', code: 'BRO-00001' }) },
  'missing-member': { overview: (members) => without(members, 'recipients') },
  /** The reference lists both codes for confirmations, but this code only for files without an upload. */
  'other-code': { notPublished: problems.nothingUploaded },
  /** The reference lists this status, but files reach it only hours later. */
  'early-purge': { afterLastConfirm: () => 'Purged' },
  'event-without-role': { eventData: () => ({}) },

  'missing-reminders': { receipt: (shipment) => steps.receipt(shipment, []) },
  'replay-201': { replay: (receipt) => ({ ...steps.replay(receipt), status: 201 }) },
  'wrong-shipment-code': { noSuchShipment: () => withCode(problems.noSuchShipment(), 'NOT-00001') },
  'errors-as-texts': {
    mistakesOf: (order) => Object.fromEntries(Object.entries(steps.mistakesOf(order)).map(([path, said]) => [path, String(said)])),
  },
  'cancel-completes': { cancelled: () => 'Order_Completed' },
  /** Orders that are never sent. */
  'stuck-orders': { shown: () => 'Order_Registered' },
} as const satisfies Record<string, Partial<Steps>>

export type BreakName = keyof typeof breaks

export const breakNames = Object.keys(breaks) as readonly BreakName[]

export const isBreak = (name: string): name is BreakName => Object.hasOwn(breaks, name)

/** Returns the steps for this break, or the correct steps. */
export const stepsWith = (name: BreakName | undefined): Steps => ({ ...steps, ...(name && breaks[name]) })
