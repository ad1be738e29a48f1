/** Calls that are refused without a scenario, by refusal. */
import type { ClientInput } from '../src/client.ts'
import type { operations } from '../src/operations/index.ts'
import { rateLimits } from '../src/wire/rate-limits.ts'
import type { RefusalKey } from '../src/wire/refusals.ts'

export type Row = (typeof operations)[number]

export interface Provocation {
  readonly says: string
  /** Merged into the row's example. */
  readonly input: ClientInput
  /** The number of calls until the refusal. */
  readonly times: number
}

const unknown = '00000000-0000-4000-8000-000000000000'
const stranger = { orgNo: '326403849', scope: 'altinn:broker.read altinn:broker.write' }
const unreachable = { recipientPerson: { nationalIdentityNumber: '02838039440', channelSchema: 'Sms', smsSettings: { body: 'Hello' } } }

const once = (says: string, input: ClientInput): Provocation => ({ says, input, times: 1 })
const hasId = ({ path }: Row) => [path].flat()[0]?.includes('{') === true

/** Refusals that need preparation are tested with their rows. */
export const provocations: Partial<Record<RefusalKey, (row: Row) => Provocation | undefined>> = {
  'unsupported-media-type': () => once('`content-type: text/plain`', { headers: { 'content-type': 'text/plain' } }),
  'not-acceptable': () => once('`accept: text/plain`', { headers: { accept: 'text/plain' } }),
  unauthenticated: () => once('no token', { as: null }),
  forbidden: ({ access, example: { as } }) =>
    as && access.kind === 'scope' ? once('a token without the scope', { as: { ...as, scope: 'altinn:enduser' } }) : undefined,
  validation: ({ request }) => (request.body?.kind === 'json' ? once('the body `[]`', { body: '[]' }) : undefined),
  'NOT-00001': () => once('an order to 02838039440, who has no contact details', { body: { recipient: unreachable } }),
  'NOT-00003': () => once('an unknown id', { params: { id: unknown } }),
  'no-such-order': () => once('an unknown id', { params: { id: unknown } }),
  'BRO-00001': () => once('an unknown id', { params: { fileTransferId: unknown } }),
  'BRO-00006': (row) =>
    row.id.startsWith('fileTransfer.') && hasId(row)
      ? once('a token of an organization that takes no part in it', { as: stranger })
      : undefined,
  'rate-limited': ({ limit }) =>
    limit && { says: `call ${rateLimits[limit].current + 1} within a minute`, input: {}, times: rateLimits[limit].current + 1 },
}
