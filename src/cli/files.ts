/** `standin files`: the file transfers of a world. */

import type { ScanResult } from '../areas/file-transfer/records/scan-plan.ts'
import type { ControlReply } from '../control/client.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { download } from './files-download.ts'
import { id, list, show } from './files-list.ts'
import { option, optional, someText, wholeNumber, word } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'

const publish = defineCommand({
  name: 'publish',
  summary: 'Publish a file of any size; its bytes are made while a recipient downloads them',
  options: {
    size: option('The size in bytes', wholeNumber(0), 1000),
    seed: optional('The same seed gives the same bytes', wholeNumber(Number.MIN_SAFE_INTEGER)),
    fileName: optional('The name of the file', someText),
    sender: optional('The number of the organization that sends it', someText),
    recipients: optional('The numbers of the recipients, separated by commas', (text) =>
      text.split(',').map((part) => someText(part).trim()),
    ),
    resource: optional('The id of the resource', someText),
    ...connectionOptions,
  },
  examples: [['standin files publish --size 100000000000 --recipients 370916446', 'A file of 100 GB; nothing is stored']],
  async run({ values, io }) {
    const { size, seed, fileName, sender, recipients, resource: resourceId } = values
    const body = { size, seed, fileName, sender, recipients, resourceId }
    print(io, values, await remote(values).call('control.publishFileTransfer', { body }), ({ fileTransferId }) => fileTransferId)
    return 0
  },
})

const results = { clean: '', infected: '', error: '' } satisfies Record<ScanResult, string>

const scan = defineCommand({
  name: 'scan',
  summary: 'End the scan of a file now',
  options: {
    id,
    result: optional(`The result: ${Object.keys(results).join(', ')}; name and content decide when absent`, word(results)),
    ...connectionOptions,
  },
  async run({ values, io }) {
    const { id: wanted = '', result } = values
    const body = result === undefined ? undefined : { result }
    print(io, values, await remote(values).call('control.scanFileTransfer', { params: { id: wanted }, body }), inWords)
    return 0
  },
})

const expire = defineCommand({
  name: 'expire',
  summary: 'Purge a file now, as at the end of its time or of its grace period',
  options: { id, ...connectionOptions },
  async run({ values, io }) {
    print(io, values, await remote(values).call('control.expireFileTransfer', { params: { id: values.id ?? '' } }), inWords)
    return 0
  },
})

const inWords = ({ fileTransferId, status }: ControlReply<'control.scanFileTransfer'>) => `${fileTransferId} is ${status}.`

export const files = defineCommand({
  name: 'files',
  summary: 'List file transfers, publish one, end its scan, let it expire, or download its file',
  options: {},
  commands: [list, show, publish, scan, expire, download],
})
