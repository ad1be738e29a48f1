/** `standin files`: lists and changes a world's file transfers. */

import { rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { RecordOf } from '../../../control/client.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { codeOf, defineCommand, Failure, messageOf, withProgress } from '../frame/command.ts'
import { bare, optional, output, required, someText } from '../frame/option.ts'
import { print, status } from '../frame/print.ts'
import { type Connection, connectionOptions, remote, serviceClient } from '../frame/remote.ts'
import { rowGroup } from '../frame/row-commands.ts'
import { placeBelow, replace, writeStream } from '../frame/whole-file.ts'

const id = required('The id of a file transfer, from "standin files"')

type Transfer = RecordOf<'fileTransfers'>

/** Throws {@link Misuse} if the environment does not contain the transfer. */
async function findTransfer(connection: Connection, wanted: string): Promise<Transfer> {
  const { environment = 'test' } = connection
  const query: Record<string, string> = { id: wanted.toLowerCase(), environment }
  const { records } = await remote(connection).call('control.findRecords', { params: { collection: 'fileTransfers' }, query })
  const [transfer] = records as Transfer[]
  if (!transfer) throw new Misuse(`File transfer not found in ${environment}: ${JSON.stringify(wanted.slice(0, 100))}.`)
  return transfer
}

const show = defineCommand({
  name: 'show',
  summary: 'Show one file transfer',
  options: { id, ...connectionOptions },
  async run({ values, io }) {
    print(io, values, await findTransfer(values, values.id), (transfer, table) =>
      table(
        Object.entries(transfer).map(([name, value]) => [
          name,
          name === 'status' ? status(String(value)) : [value ?? ''].flat().join(', '),
        ]),
      ),
    )
  },
})

const download = defineCommand({
  name: 'download',
  summary: 'Download a file as one of its recipients',
  options: {
    id,
    as: optional("The recipient's number. Default: the first recipient", someText),
    output: output(
      optional("The path or folder to write, or - for standard output. Default: the file's own name, in the current folder", someText),
    ),
    force: bare('Replace an existing file'),
    ...connectionOptions,
  },
  examples: [['standin files download 91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98 --output received.pdf', 'Save the file as received.pdf']],
  async run({ values, io }) {
    if (values.output === '-' && io.stdout.isTTY)
      throw new Misuse(
        '--output is -, but standard output is a terminal, which control characters in a file could manipulate. Specify a file, or redirect the output with | or >.',
      )
    const { fileName, recipients, id: fileTransferId, size } = await findTransfer(values, values.id)
    const orgNo = (values.as ?? recipients[0] ?? '').replace(/^.*:/, '')
    const step = { does: `Downloading ${fileName}`, ...(size !== null && { of: size }) }
    if (values.output === '-') {
      await withProgress(io, step, async ({ counted }) => {
        for await (const piece of counted(await openDownload(values, fileTransferId, orgNo), step)) io.stdout.document(piece)
      })
      return
    }
    const path = pathFor(io.folder, values.output, fileName, values.force)
    const bytes = await withProgress(io, step, async ({ counted }) =>
      store(counted(await openDownload(values, fileTransferId, orgNo), step), path, values.force),
    )
    print(io, values, { fileTransferId, path, bytes }, () => `${path}: ${bytes} bytes.`)
  },
})

async function openDownload(connection: Connection, fileTransferId: string, orgNo: string): Promise<ReadableStream<Uint8Array>> {
  const client = await serviceClient(connection)
  const response = await client.open('fileTransfer.download', { params: { fileTransferId }, as: { orgNo } })
  if (response.ok && response.body) return response.body
  throw new Failure(`The download as ${orgNo} was refused with ${response.status}: ${await response.text()}`)
}

const unfit = /^$|^\.|[. ]$|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\\:]/u
/** On Windows, these names open devices instead of files, even with an extension. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i
/** Files that the next command would trust, such as `standin.config.yaml`. Case-insensitive, because some file systems are. */
const ours = /^standin\./iu

/** Validates a file name chosen by a client. Throws {@link Misuse} for a hidden, invalid or reserved name. */
function nameIn(fileName: string): string {
  const name = basename(fileName)
  if (!unfit.test(name) && !devices.test(name) && !ours.test(name)) return name
  throw new Misuse(`The file's name, ${JSON.stringify(fileName.slice(0, 200))}, cannot be used here. Choose one with --output.`)
}

/** Returns the path to write to. Throws {@link Misuse} for a link, and without `force` {@link Failure} for an existing file. */
function pathFor(folder: string, out: string | undefined, fileName: string, force: boolean): string {
  const chosen = resolve(folder, out ?? '.')
  const isFolder = out === undefined || /[/\\]$/.test(out) || statSync(chosen, { throwIfNoEntry: false })?.isDirectory() === true
  const path = isFolder ? join(chosen, nameIn(fileName)) : chosen
  return placeBelow(dirname(path), basename(path), force)
}

/**
 * Stores a download. With `force`, replaces an existing file only after the download is complete. Without `force`, removes an incomplete
 * file.
 */
async function store(body: ReadableStream<Uint8Array>, path: string, force: boolean): Promise<number> {
  try {
    return await (force ? replace(path, (beside) => writeStream(beside, body)) : writeStream(path, body))
  } catch (error) {
    if (!force && codeOf(error) !== 'EEXIST') rmSync(path, { force: true })
    throw new Failure(`The file was not saved to ${path}: ${messageOf(error)}.`)
  }
}

export const files = rowGroup('files', ['list', show, 'publish', 'scan', 'expire', download])
