/** Checks that all bytes of a file were sent before it was confirmed: in one reply, or in ranges that cover the file. */
import { fileTransfers } from '../../service/areas/file-transfer/records.ts'
import { header } from '../../service/wire/call.ts'
import type { Line } from '../../service/world/journal.ts'
import { namedIn } from './judging/deed.ts'
import { defineVerdict, type Evidence } from './judging/verdict.ts'

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
    return [...Map.groupBy(calls, fileOf).values()].flatMap((all) => sentenceOn(all, world) ?? [])
  },
})

/** Identifies a file and who downloaded it. */
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
