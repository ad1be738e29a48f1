/** Verdicts on downloads and their confirmations. */
import { fileTransfers } from '../../service/areas/file-transfer/records.ts'
import { header } from '../../service/wire/call.ts'
import type { Line } from '../../service/world/journal.ts'
import { type Facts, namedIn } from './judging/deed.ts'
import { addDownload, downloads, fileOf, hasReadAll, isDownload } from './judging/downloads.ts'
import { defineVerdict, type Evidence, type Moment, momentOf, recent } from './judging/verdict.ts'

export const completeDownload = defineVerdict({
  id: 'complete-download',
  sentence: 'A client confirms a download only after it has received the last byte.',
  severity: 'bad',
  source: 'file-transfer §6.2',
  guidance: 'Compare the number of bytes with fileTransferSize and the content with the checksum. Then confirm.',
  exercise: ['download-truncated', 'download-interrupted'],
  remember: () => ({ files: downloads(), confirmed: recent<string, Pick<Facts, 'id' | 'began'>>() }),
  look(deed, { files, confirmed }, tell) {
    if (isDownload(deed)) {
      const file = fileOf(deed)
      const { ids, complete } = addDownload(files, deed)
      const early = confirmed.get(file)
      // The download was still in progress.
      if (early && deed.began < early.began && deed.ended > early.began && complete === deed.ended) tell.broken(...ids, early.id)
      return
    }
    if (deed.operation !== 'fileTransfer.confirmDownload') return
    const file = fileOf(deed)
    const before = files.get(file)
    if (!before) {
      confirmed.set(file, { id: deed.id, began: deed.began })
      return
    }
    if (before.complete === null || before.complete > deed.began) tell.broken(...before.ids, deed.id)
    else if (hasReadAll(before, deed)) tell.met()
  },
})

export const downloadConfirmed = defineVerdict({
  id: 'download-confirmed',
  sentence: 'A client confirms each download.',
  severity: 'advice',
  source: 'file-transfer §6.2',
  guidance: 'Call confirmdownload once the file is stored. Otherwise, the sender does not learn that the file arrived.',
  remember: () => ({ files: downloads(), confirmed: recent<string, true>(), open: recent<string, string>() }),
  look(deed, { files, confirmed, open }, tell) {
    const isConfirmation = deed.operation === 'fileTransfer.confirmDownload'
    if (!isConfirmation && !isDownload(deed)) return
    const file = fileOf(deed)
    if (!isConfirmation && addDownload(files, deed).complete !== null && !confirmed.get(file)) open.set(file, deed.id)
    if (!isConfirmation) return
    const before = files.get(file)
    if (deed.status === 204 && before && hasReadAll(before, deed)) tell.met()
    confirmed.set(file, true)
    open.delete(file)
  },
  conclude({ open }, tell) {
    tell.broken(...open.values())
  },
})

export const confirmedOnce = defineVerdict({
  id: 'confirmed-once',
  sentence: 'A client does not download a file again after it has confirmed the download.',
  severity: 'bad',
  source: 'file-transfer §6.2',
  guidance: 'Confirm only when the file is safely stored. The service may delete it after the last confirmation.',
  remember: () => recent<string, Moment & { again: boolean }>(),
  look(deed, confirmed, tell) {
    if (deed.operation !== 'fileTransfer.confirmDownload' && deed.operation !== 'fileTransfer.download') return
    const file = fileOf(deed)
    if (deed.operation === 'fileTransfer.confirmDownload' && deed.status === 204)
      confirmed.set(file, { ...momentOf(deed), again: confirmed.get(file)?.again ?? false })
    if (deed.operation !== 'fileTransfer.download') return
    const before = confirmed.get(file)
    if (!before || deed.began < before.ended) return
    // After a tester changes a setting, a second download is excused, but does not count as good either.
    before.again = true
    if (before.turns === deed.turns) tell.broken(before.id, deed.id)
  },
  conclude(confirmed, tell) {
    for (const { again } of confirmed.values()) if (!again) tell.met()
  },
})

export const confirmedWhole = defineVerdict({
  id: 'confirmed-whole',
  sentence: 'A client confirms a file only after all its bytes have been sent, in one reply or in ranges that together cover the file.',
  severity: 'bad',
  source: 'file-transfer §6.2',
  guidance: 'Compare the number of bytes with fileTransferSize and the content with the checksum. Then confirm.',
  exercise: ['download-truncated', 'download-interrupted'],
  atEnd({ calls, world, whole }) {
    // If the journal has dropped lines, one of them might be the download.
    if (!whole) return []
    return [...Map.groupBy(calls, fileAndCaller).values()].flatMap((all) => sentenceOn(all, world) ?? [])
  },
})

/** Identifies a file and who downloaded it. */
const fileAndCaller = ({ environment, path, caller }: Line) =>
  [environment, namedIn(path ?? ''), caller?.orgNo ?? caller?.org ?? caller?.clientId].join(' ')

function sentenceOn(calls: readonly Line[], { environments }: Evidence['world']): string | undefined {
  const confirmation = calls.find(({ operation, commits }) => operation === 'fileTransfer.confirmDownload' && commits > 0)
  if (!confirmation) return undefined
  const replies = calls.filter(({ operation, status }) => operation === 'fileTransfer.download' && (status === 200 || status === 206))
  const transfer = environments[confirmation.environment].of(fileTransfers).get(namedIn(confirmation.path ?? ''))
  const before = replies.filter(({ began, ms }) => ms !== null && began + ms <= confirmation.began)
  const size = transfer?.content?.size ?? Math.max(0, ...replies.map((line) => partOf(line).size))
  const sent = coveredFromStart(before.map(partOf))
  return sent >= size ? undefined : `confirms ${transfer?.fileName ?? 'a file'} before all its bytes were sent: ${sent} of ${size}`
}

/** The range of bytes sent, with `to` exclusive, and the file size that the reply announced. */
interface Part {
  readonly from: number
  readonly to: number
  readonly size: number
}

function partOf({ status, replyHeaders, replyBytes }: Line): Part {
  if (status === 206) {
    const [, first, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(header(replyHeaders ?? {}, 'content-range') ?? '') ?? []
    return { from: Number(first ?? 0), to: Number(first ?? 0) + replyBytes, size: Number(size ?? 0) }
  }
  return { from: 0, to: replyBytes, size: Number(header(replyHeaders ?? {}, 'content-length') ?? replyBytes) }
}

/** Returns the number of bytes covered without a gap, counting from the first byte. */
function coveredFromStart(parts: readonly Part[]): number {
  let reached = 0
  for (const { from, to } of parts.toSorted((one, other) => one.from - other.from)) if (from <= reached) reached = Math.max(reached, to)
  return reached
}
