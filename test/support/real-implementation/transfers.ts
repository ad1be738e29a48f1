/** File transfers' lifecycle. Source: file-transfer §2, §3, §5, events §2. */
import { createHash } from 'node:crypto'
import type { Events } from './events.ts'
import { newId } from './ids.ts'
import type { Later } from './later.ts'
import { problems } from './problems.ts'
import type { Steps } from './steps.ts'
import type { Switches } from './switches.ts'
import { currentOf, organizationIn, recipientTexts, statusOf, type Transfer, testVirus, texts } from './transfer.ts'
import type { Announcement } from './transfer-mistakes.ts'
import { type Reply, refuse } from './wire.ts'

const second = 1000
const hour = 3600 * second
const day = 24 * hour

export type Transfers = ReturnType<typeof openTransfers>

interface Terms {
  readonly steps: Steps
  readonly switches: Switches
  readonly events: Events
  readonly later: Later
  readonly scanSeconds: number
}

export function openTransfers({ steps, switches, events, later, scanSeconds }: Terms) {
  const all = new Map<string, Transfer>()

  const move = ({ moves }: Transfer, status: string, text = texts[status] ?? status) => void moves.push({ status, text, at: Date.now() })

  function moveRecipient({ recipientMoves }: Transfer, recipient: string, status: string): void {
    recipientMoves.push({ recipient, status, text: recipientTexts[status] ?? status, at: Date.now() })
  }

  const tell = (transfer: Transfer, name: string, role: 'Sender' | 'Recipient', actor: string) =>
    events.publish({ name, role, actor, fileTransferId: transfer.id, resourceId: transfer.resourceId })
  const tellSender = (transfer: Transfer, name: string) => tell(transfer, name, 'Sender', transfer.sender)

  function publish(transfer: Transfer): void {
    move(transfer, 'Published')
    tellSender(transfer, 'published')
    for (const recipient of transfer.recipients) tell(transfer, 'published', 'Recipient', recipient)
  }

  function tellUnconfirmed(transfer: Transfer): void {
    const unconfirmed = transfer.recipients.filter((one) => currentOf(transfer, one) !== 'DownloadConfirmed')
    for (const recipient of unconfirmed) tell(transfer, 'fileneverconfirmeddownloaded', 'Recipient', recipient)
    if (unconfirmed.length > 0) tellSender(transfer, 'fileneverconfirmeddownloaded')
  }

  function scan(transfer: Transfer): void {
    if (switches.isAway('scanner')) later(second, () => scan(transfer))
    else if (statusOf(transfer) === 'UploadProcessing') end(transfer, transfer.content?.includes(testVirus) === true)
  }

  function end(transfer: Transfer, isInfected: boolean): void {
    if (!isInfected) {
      publish(transfer)
      return
    }
    transfer.content = undefined
    const details = { ScanResultType: 'Malicious', ScanResultDetails: { MalwareNamesFound: ['Virus:DOS/EICAR_Test_File'] } }
    move(transfer, 'Failed', `Malware scan failed: Malicious. Extra details: ${JSON.stringify(details)}`)
    tellSender(transfer, 'uploadfailed')
    tellUnconfirmed(transfer)
  }

  function purge(transfer: Transfer): void {
    if (statusOf(transfer) === 'Purged') return
    transfer.content = undefined
    move(transfer, 'Purged')
    tellSender(transfer, 'filepurged')
    tellUnconfirmed(transfer)
  }

  return {
    of: (id: string) => all.get(id),
    list: () => [...all.values()],
    move,
    purge,

    initialize(announcement: Announcement): Transfer {
      const created = Date.now()
      // Replies contain recipients in normalized form, but the sender as it was sent.
      const recipients = [...new Set(announcement.recipients.map((one) => `0192:${organizationIn(one)}`))]
      const id = newId()
      const more = {
        id,
        created,
        expires: created + 30 * day,
        moves: [],
        recipientMoves: [],
        size: 0,
        digest: undefined,
        content: undefined,
      }
      const transfer: Transfer = { ...announcement, recipients, ...more }
      move(transfer, 'Initialized')
      for (const recipient of recipients) moveRecipient(transfer, recipient, 'Initialized')
      all.set(id, transfer)
      tellSender(transfer, 'filetransferinitialized')
      return transfer
    },

    /** Called before bytes are accepted. */
    demandUpload(transfer: Transfer): void {
      if (!['Initialized', 'UploadStarted'].includes(statusOf(transfer))) refuse(problems.uploadedBefore())
    },

    /** `isStreamed`: true if a wrong checksum is refused without publishing an event. */
    store(transfer: Transfer, content: Buffer, isStreamed: boolean): void {
      transfer.digest = createHash('md5').update(content).digest('hex')
      transfer.size = content.length
      const expected = transfer.checksum?.trim()
      if (expected && expected !== transfer.digest) {
        move(transfer, 'Failed', 'Checksum mismatch')
        if (isStreamed) refuse(problems.wrongChecksum())
        tellSender(transfer, 'uploadfailed')
        return
      }
      transfer.content = content
      if (transfer.disableVirusScan) publish(transfer)
      else {
        move(transfer, 'UploadProcessing')
        tellSender(transfer, 'uploadprocessing')
        later(scanSeconds * second, () => scan(transfer))
      }
    },

    downloadStarted: (transfer: Transfer, recipient: string) => moveRecipient(transfer, recipient, 'DownloadStarted'),

    confirm(transfer: Transfer, recipient: string): Reply {
      if (transfer.digest === undefined) return problems.nothingUploaded()
      if (statusOf(transfer) !== 'Published') return steps.notPublished()
      const before = currentOf(transfer, recipient)
      if (before === 'DownloadConfirmed') return { status: 204 }
      if (before === 'Initialized') return problems.notDownloaded()
      moveRecipient(transfer, recipient, 'DownloadConfirmed')
      tell(transfer, 'downloadconfirmed', 'Recipient', recipient)
      tellSender(transfer, 'downloadconfirmed')
      if (transfer.recipients.some((one) => currentOf(transfer, one) !== 'DownloadConfirmed')) return { status: 204 }
      move(transfer, steps.afterLastConfirm())
      tellSender(transfer, 'allconfirmeddownloaded')
      later(2 * hour, () => purge(transfer))
      return { status: 204 }
    },
  }
}
