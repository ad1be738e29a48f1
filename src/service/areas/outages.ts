/** How the live services answer a call whose internal service is away, as it was measured. Source: decisions §13. */

import { plain, type RefusalForm } from '../wire/refusal.ts'
import type { Manner, Service } from '../wire/vocabulary.ts'
import { brokerFailure } from './file-transfer/wire.ts'
import type { RefusalKey } from './refusals.ts'

export interface OutageAnswer {
  /** A form, or the refusal whose form it is. */
  readonly form: RefusalForm | RefusalKey
  /** Real milliseconds until the answer, of a call that reads and of one that changes something. Absent: at once. */
  readonly wait?: { readonly reading: number; readonly changing: number }
}

/** A manner that is not named is answered as `unreachable` is. A service that is not named: the refusal `unreachable`. */
export type Outages = { readonly [Name in Service]?: { readonly unreachable: OutageAnswer } & Partial<Record<Manner, OutageAnswer>> }

/** Real milliseconds for which a call waits for a service that does not answer. */
export const longestHang = 60_000

const silentFailure: OutageAnswer = { form: plain(500, '', { body: 'empty' }) }
const failure: OutageAnswer = { form: brokerFailure }

export const notificationOutages: Outages = { register: { unreachable: silentFailure }, database: { unreachable: silentFailure } }

export const brokerOutages: Outages = {
  authorization: { unreachable: failure },
  'resource-registry': { unreachable: failure },
  database: { unreachable: { ...failure, wait: { reading: 300, changing: 300 } } },
  // A download is tried again for so long, and an upload for longer than clients wait.
  storage: { unreachable: { ...failure, wait: { reading: 26_000, changing: longestHang } } },
}

/** An answer of the decision point that cannot be read counts as no right. */
export const failingAuthorization: Outages = { authorization: { unreachable: failure, failing: { form: 'BRO-00006' } } }

/** The answer for a service that is away, where it is not the refusal `unreachable`. */
export function outageAnswer(outages: Outages, service: Service, manner: Manner): OutageAnswer | undefined {
  const known = outages[service]
  return known && (known[manner] ?? known.unreachable)
}
