/** Tracks which parts of each file a caller has downloaded. */
import { header } from '../../../service/wire/call.ts'
import { type Deed, namedIn } from './deed.ts'
import { mayBeUnread, type Recent, recent } from './verdict.ts'

type Part = readonly [from: number, to: number]

/** A file downloaded in more parts than this is not judged. */
const mostParts = 200

interface Downloaded {
  readonly ids: readonly string[]
  /** The parts sent so far, sorted and without overlaps. */
  readonly parts: readonly Part[]
  /** Real time at which the last byte was sent; null if it has not been sent yet. */
  readonly complete: number | null
  readonly turns: number
  /** The connection that the newest part used, and the world time when it ended. */
  readonly connection: number | null
  readonly until: number
}

export type Downloads = Recent<string, Downloaded>
export const downloads = (): Downloads => recent<string, Downloaded>()

/** Returns the key of a file: the environment and the file transfer's id. */
export const fileOf = ({ environment, path }: Pick<Deed, 'environment' | 'path'>): string => `${environment} ${namedIn(path)}`

export const isDownload = ({ operation, status }: Deed): boolean =>
  operation === 'fileTransfer.download' && (status === 200 || status === 206)

/** Adds a download. Parts can arrive in any order, and more than once. The file is complete once every byte has been sent. */
export function addDownload(known: Downloads, deed: Deed): Downloaded {
  const before = known.get(fileOf(deed))
  const first = firstByte(deed)
  const parts = first === undefined ? (before?.parts ?? []) : withPart(before?.parts ?? [], [first, first + deed.replyBytes])
  const [part] = parts
  const isWhole = part !== undefined && deed.fileSize !== null && part[0] === 0 && part[1] >= deed.fileSize
  const complete = before?.complete ?? (isWhole ? deed.ended : null)
  const after = {
    ids: [...(before?.ids ?? []), deed.id].slice(-5),
    parts,
    complete,
    turns: deed.turns,
    connection: deed.connection,
    until: deed.until,
  }
  known.set(fileOf(deed), after)
  return after
}

function firstByte({ status, replyHeaders }: Deed): number | undefined {
  if (status === 200) return 0
  const [, from] = /^bytes (\d+)-/.exec(header(replyHeaders, 'content-range') ?? '') ?? []
  return from === undefined ? undefined : Number(from)
}

function withPart(parts: readonly Part[], part: Part): readonly Part[] {
  const joined: [number, number][] = []
  for (const [from, to] of [...parts, part].toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined.slice(0, mostParts)
}

/** True if the client must have read the last byte before it sent a call. */
export function hasReadAll({ complete, connection, until }: Downloaded, deed: Deed): boolean {
  if (complete === null) return false
  return !mayBeUnread({ ended: complete, connection, until }, deed)
}
