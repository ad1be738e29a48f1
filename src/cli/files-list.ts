/** `standin files list` and `standin files show`: the file transfers of a world. */

import type { fileTransferStatuses } from '../areas/file-transfer/wire.ts'
import type { RecordOf } from '../control/rows/records.ts'
import { Misuse } from '../misuse.ts'
import { defineCommand } from './command.ts'
import { optional, someText, word } from './option.ts'
import { heading, print, type Row, status as toned } from './print.ts'
import { type Connection, connectionOptions, remote } from './remote.ts'
import { listOptions, wholeList } from './whole-list.ts'

export type Transfer = RecordOf<'fileTransfers'>

const statuses = {
  Initialized: '',
  UploadStarted: '',
  UploadProcessing: '',
  Published: '',
  Cancelled: '',
  AllConfirmedDownloaded: '',
  Purged: '',
  Failed: '',
} satisfies Record<keyof typeof fileTransferStatuses, string>

export const id = { ...optional('The id of a file transfer, from "standin files"', someText), word: 'required' } as const

/** Throws {@link Misuse} for a transfer that the environment does not have. */
export async function findTransfer(connection: Connection, wanted: string): Promise<Transfer> {
  const { environment } = connection
  const query: Record<string, string> = { id: wanted.toLowerCase(), environment }
  const { records } = await remote(connection).call('control.findRecords', { params: { collection: 'fileTransfers' }, query })
  const [found] = records as Transfer[]
  if (!found) throw new Misuse(`There is no file transfer ${JSON.stringify(wanted.slice(0, 100))} in ${environment}.`)
  return found
}

export const list = defineCommand({
  name: 'list',
  summary: 'List the file transfers of both environments, the newest last',
  byDefault: true,
  options: {
    status: optional(`Only one status: ${Object.keys(statuses).join(', ')}`, word(statuses)),
    resource: optional('Only files of this resource', someText),
    recipient: optional('Only files to this recipient, such as 0192:370916446', someText),
    ...listOptions,
    ...connectionOptions,
  },
  examples: [['standin files --status Failed', 'Files with malware, and uploads that went wrong']],
  async run({ values, io }) {
    const { status, resource, recipient, limit } = values
    const query = Object.fromEntries(Object.entries({ status, resource, recipient }).filter(([, value]) => value !== undefined))
    const params = { collection: 'fileTransfers' } as const
    const reply = await wholeList(
      'records',
      (page) => remote(values).call('control.findRecords', { params, query: { ...query, ...page } }),
      limit,
    )
    print(io, values, reply, ({ records }, table) => table([titles, ...(records as Transfer[]).map(cells)]))
    return 0
  },
})

const titles = heading('ID', 'ENVIRONMENT', 'STATUS', 'SIZE', 'RESOURCE', 'FROM', 'TO', 'FILE')

const cells = (transfer: Transfer): Row => [
  transfer.id,
  transfer.environment,
  toned(transfer.status),
  String(transfer.size ?? ''),
  transfer.resourceId,
  transfer.sender,
  transfer.recipients.join(', '),
  transfer.fileName,
]

export const show = defineCommand({
  name: 'show',
  summary: 'Show one file transfer',
  options: { id, ...connectionOptions },
  async run({ values, io }) {
    print(io, values, await findTransfer(values, values.id ?? ''), (found, table) =>
      table(
        Object.entries(found).map(([name, value]) => [name, name === 'status' ? toned(String(value)) : [value ?? ''].flat().join(', ')]),
      ),
    )
    return 0
  },
})
