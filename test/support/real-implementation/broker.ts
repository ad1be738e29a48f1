/** The file transfer rows. Source: file-transfer §1, §2, §3, §4, §6, spec §8. */
import type { Access } from './access.ts'
import { formOf, jsonOf } from './form.ts'
import { invalid, problems } from './problems.ts'
import { searchIn } from './search.ts'
import type { Steps } from './steps.ts'
import type { Switches } from './switches.ts'
import { organizationIn, statusOf, type Transfer } from './transfer.ts'
import { readAnnouncement } from './transfer-mistakes.ts'
import { contentOf, detailsOf, overviewOf } from './transfer-view.ts'
import type { Transfers } from './transfers.ts'
import { bytesOf, type Call, type Row, refuse } from './wire.ts'

const read = 'altinn:broker.read'
const write = 'altinn:broker.write'
const base = '/broker/api/v1/filetransfer'
const one = `${base}/{fileTransferId}`

interface Terms {
  readonly transfers: Transfers
  readonly access: Access
  readonly switches: Switches
  readonly steps: Steps
}

export function brokerRows({ transfers, access, switches, steps }: Terms): readonly Row[] {
  const { demandRight, demandTransfer } = access
  const row = (name: string, method: string, path: string, scopes: readonly string[], limit: number, answer: Row['answer']) => ({
    id: `fileTransfer.${name}`,
    method,
    path,
    scopes,
    limit,
    answer,
    saysJson: name !== 'download',
  })

  function announce(call: Call, given: unknown, prefix: string): Transfer {
    const { announcement, mistakes } = readAnnouncement(given, prefix)
    if (Object.keys(mistakes).length > 0) refuse(invalid(mistakes))
    const orgNo = demandRight(call, announcement.resourceId)
    if (orgNo !== organizationIn(announcement.sender)) refuse(problems.noRight())
    switches.reach('resource-registry')
    return transfers.initialize(announcement)
  }

  async function takeContent(transfer: Transfer, content: () => Promise<Buffer>) {
    transfers.demandUpload(transfer)
    switches.reach('storage')
    transfers.move(transfer, 'UploadStarted')
    transfers.store(transfer, await content(), true)
    return { status: 200, body: { fileTransferId: transfer.id } }
  }

  return [
    {
      ...row('initialize', 'POST', base, [write], 120, async (call) => {
        const { id } = announce(call, await jsonOf(call, 'initializeExt'), '')
        return { status: 200, body: { fileTransferId: id } }
      }),
      takes: /^(?:application\/(?:[\w.-]+\+)?|text\/)json\s*(?:;|$)/i,
    },
    {
      ...row('initializeAndUpload', 'POST', `${base}/upload`, [write], 120, async (call) => {
        const { metadata, file } = await formOf(call)
        return takeContent(announce(call, metadata, 'Metadata.'), async () => file)
      }),
      takes: /^multipart\/form-data\s*;/i,
    },
    {
      ...row('upload', 'POST', `${one}/upload`, [write], 120, (call) => {
        const { transfer } = demandTransfer(call, 'sender')
        return takeContent(transfer, () => bytesOf(call.request, problems.tooLargeFile(), 1_000_000_000))
      }),
      takes: /^(?:application\/octet-stream\s*(?:;.*)?)?$/i,
    },
    row('search', 'GET', base, [read, write], 30, (call) => searchIn(call, transfers, access)),
    row('overview', 'GET', one, [read, write], 120, (call) => {
      const { transfer } = demandTransfer(call, 'sender', 'recipient')
      return { status: 200, body: overviewOf(transfer, steps) }
    }),
    row('details', 'GET', `${one}/details`, [read, write], 30, (call) => {
      const { transfer } = demandTransfer(call, 'sender', 'recipient')
      return { status: 200, body: detailsOf(transfer, steps) }
    }),
    row('download', 'GET', `${one}/download`, [read], 120, (call) => {
      const { transfer, party } = demandTransfer(call, 'recipient')
      if (!['Published', 'AllConfirmedDownloaded'].includes(statusOf(transfer))) return problems.notReady()
      switches.reach('storage')
      const reply = contentOf(transfer, call.request.headers.range)
      transfers.downloadStarted(transfer, party)
      return reply
    }),
    row('confirmDownload', 'POST', `${one}/confirmdownload`, [read], 120, (call) => {
      const { transfer, party } = demandTransfer(call, 'recipient')
      return transfers.confirm(transfer, party)
    }),
  ]
}
