/** Lists a call to each operation, and variants that the service refuses. */
import type { Asked, State } from '../agreement.ts'
import {
  downloaded,
  initialized,
  published,
  recipient,
  recipientParty,
  resourceId,
  root,
  sender,
  senderParty,
  unknownId,
} from '../file-transfers.ts'

export interface StrictCall {
  /** The call's name in the contract. */
  readonly name: string
  readonly area: 'notifications' | 'file transfer'
  readonly request: Asked
  /** The state in which the call succeeds. */
  readonly ready: readonly State[]
  /** An internal service that the operation depends on. */
  readonly needs: string
  /** Calls per minute in each dialect. Absent if the operation has no rate limit. */
  readonly limit?: { readonly operation: string; readonly spec: number; readonly live: number }
  /** A call for a target that belongs to someone else. */
  readonly foreign?: readonly [request: Asked, given: readonly State[]]
  /** A call for a target that does not exist. */
  readonly unknown?: readonly [request: Asked, given: readonly State[]]
  /** A call for an invalid target. */
  readonly malformed?: readonly [request: Asked, given: readonly State[]]
  /** A call with invalid data, and the message for each field. */
  readonly wrong?: readonly [request: Asked, errors: Readonly<Record<string, string>>]
}

const orderer = 'a caller may order notifications'
const ordered = 'a notification is ordered'
const person = '12838590150'
const emailSettings = { subject: 'Hello', body: 'Hello' }
const order = { idempotencyId: 'case-7741', recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings } } }
const orderTo = (json: unknown): Asked => ({ method: 'POST', path: '/future/orders', json })
const shipment = (id: string): Asked => ({ method: 'GET', path: `/future/shipment/${id}` })

const announcement = {
  fileName: 'report.xml',
  resourceId,
  sendersFileTransferReference: 'batch-0042',
  sender: senderParty,
  recipients: [recipientParty],
}
const stranger = '0192:326403849'
const announced = (json: unknown): Asked => ({ method: 'POST', path: root, json })
const transfer = (method: Asked['method'], path: string, more: Partial<Asked> = {}): Asked => ({ method, path: `${root}/${path}`, ...more })
const bytes = new Uint8Array([0, 1, 2, 255])
const formOf = ({ sender: from, recipients }: { readonly sender: string; readonly recipients: readonly string[] }): Asked =>
  transfer('POST', 'upload', {
    form: [
      { name: 'Metadata.FileName', text: announcement.fileName },
      { name: 'Metadata.ResourceId', text: resourceId },
      { name: 'Metadata.SendersFileTransferReference', text: announcement.sendersFileTransferReference },
      { name: 'Metadata.Sender', text: from },
      ...recipients.map((text) => ({ name: 'Metadata.Recipients', text })),
      { name: 'FileTransfer', text: 'one,two\n', fileName: announcement.fileName },
    ],
  })
const limited = (operation: string, spec = 120, live = spec) => ({ operation: `fileTransfer.${operation}`, spec, live })
const notValid = "The value 'batch-0042' is not valid."

/** Returns a call on a file transfer. `rest`: the path after the transfer's id. */
const about = (
  name: string,
  {
    method = 'GET',
    rest = '',
    body = {},
    as,
    given,
  }: {
    readonly method?: Asked['method']
    readonly rest?: string
    readonly body?: Partial<Asked>
    readonly as: State
    readonly given: string
  },
) =>
  ({
    name,
    area: 'file transfer',
    request: transfer(method, `{fileTransferId}${rest}`, body),
    ready: [given],
    needs: 'authorization',
    foreign: [transfer(method, `{fileTransferId}${rest}`, body), [[given, { caller: 'stranger' }]]],
    unknown: [transfer(method, `${unknownId}${rest}`, body), [as]],
    wrong: [transfer(method, `batch-0042${rest}`, body), { fileTransferId: notValid }],
  }) as const satisfies StrictCall

export const calls: readonly StrictCall[] = [
  {
    name: 'an order',
    area: 'notifications',
    request: orderTo({
      ...order,
      recipient: { recipientPerson: { nationalIdentityNumber: person, channelSchema: 'Email', emailSettings } },
    }),
    ready: [orderer, ['a person has contact information', { nationalIdentityNumber: person }]],
    needs: 'register',
    wrong: [orderTo({ ...order, idempotencyId: '' }), { IdempotencyId: 'The IdempotencyId field is required.' }],
  },
  {
    name: 'a request for a delivery manifest',
    area: 'notifications',
    request: shipment('{shipmentId}'),
    ready: [ordered],
    needs: 'database',
    unknown: [shipment(unknownId), [orderer]],
    malformed: [shipment('case-7741'), [orderer]],
  },
  {
    name: 'the announcement of a file',
    area: 'file transfer',
    request: announced(announcement),
    ready: [sender],
    needs: 'resource-registry',
    limit: limited('initialize'),
    foreign: [announced({ ...announcement, sender: stranger }), [sender]],
    wrong: [announced({ ...announcement, recipients: [] }), { Recipients: 'One or more recipients are required' }],
  },
  {
    ...about('the content of a file', { method: 'POST', rest: '/upload', body: { bytes }, as: sender, given: initialized }),
    limit: limited('upload'),
  },
  {
    name: 'a form with a file',
    area: 'file transfer',
    request: formOf(announcement),
    ready: [sender],
    needs: 'authorization',
    limit: limited('initializeAndUpload'),
    foreign: [formOf({ ...announcement, sender: stranger }), [sender]],
    wrong: [formOf({ ...announcement, recipients: [] }), { 'Metadata.Recipients': 'One or more recipients are required' }],
  },
  { ...about('a request for a file transfer', { as: recipient, given: published }), limit: limited('overview') },
  {
    ...about('a request for the details of a file transfer', { rest: '/details', as: recipient, given: published }),
    limit: limited('details', 30, 10),
  },
  {
    name: 'a search',
    area: 'file transfer',
    request: { method: 'GET', path: root, query: { resourceId } },
    ready: [recipient],
    needs: 'database',
    limit: limited('search', 30, 10),
    wrong: [{ method: 'GET', path: root, query: { resourceId: '' } }, { resourceId: 'The resourceId field is required.' }],
  },
  { ...about('a request for the content of a file', { rest: '/download', as: recipient, given: published }), limit: limited('download') },
  {
    ...about('the confirmation of a download', { method: 'POST', rest: '/confirmdownload', as: recipient, given: downloaded }),
    limit: limited('confirmDownload'),
  },
]
