/** Checks that all bytes of a file were sent before its confirmation: in one reply, or in ranges that cover the file. */
import { fileTransfers } from '../../service/areas/file-transfer/file-transfers.ts'
import { header } from '../../service/wire/call.ts'
import type { Line } from '../../service/world/journal-line.ts'
import { namedIn } from './judging/deed.ts'
import { defineVerdict, type Evidence } from './judging/verdict.ts'

export const confirmedWhole = defineVerdict({
  id: 'confirmed-whole',
  sentence: 'A client confirms a file only after all its bytes were sent, in one reply or in ranges that cover the file.',
  severity: 'bad',
  source: 'file-transfer §6.2',
  guidance: 'Compare the number of bytes with fileTransferSize and the content with the checksum. Then confirm.',
  exercise: ['download-truncated', 'download-interrupted'],
  atEnd({ calls, world, whole }) {
    // If the journal has dropped lines, the download may be among them.
    if (!whole) return []
    return [...Map.groupBy(calls, fileOf).values()].flatMap((all) => sentenceOn(all, world) ?? [])
  },
})

/** Identifies a file and its downloader. */
const fileOf = ({ environment, path, caller }: Line) =>
  [environment, namedIn(path ?? ''), caller?.orgNo ?? caller?.org ?? caller?.clientId].join(' ')

function sentenceOn(calls: readonly Line[], { environments }: Evidence['world']): string | undefined {
  const confirmation = calls.find(({ operation, commits }) => operation === 'fileTransfer.confirmDownload' && commits > 0)
  if (!confirmation) return undefined
  const downloads = calls.filter(({ operation, status }) => operation === 'fileTransfer.download' && (status === 200 || status === 206))
  const transfer = environments[confirmation.environment].of(fileTransfers).get(namedIn(confirmation.path ?? ''))
  const before = downloads.filter(({ began, ms }) => ms !== null && began + ms <= confirmation.began)
  const size = transfer?.content?.size ?? Math.max(0, ...downloads.map((line) => partOf(line).size))
  const sent = coveredFromStart(before.map(partOf))
  return sent >= size ? undefined : `confirms ${transfer?.fileName ?? 'a file'} before all its bytes were sent: ${sent} of ${size}`
}

/** Bytes sent, from the first up to but excluding the last, and the file size announced by the reply. */
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

/** Number of bytes covered from the first byte on without a gap. */
function coveredFromStart(parts: readonly Part[]): number {
  let reached = 0
  for (const { from, to } of parts.toSorted((one, other) => one.from - other.from)) if (from <= reached) reached = Math.max(reached, to)
  return reached
}
