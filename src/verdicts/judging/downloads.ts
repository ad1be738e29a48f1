/** Remembers how much of each file a caller has downloaded. */
import { type Deed, namedIn } from './deed.ts'
import { type Recent, recent } from './recent.ts'

export interface Downloaded {
  readonly ids: readonly string[]
  readonly bytes: number
  /** Real time at which the last byte had gone out; null: it has not. */
  readonly complete: number | null
  readonly turns: number
}

export type Downloads = Recent<string, Downloaded>
export const downloads = (): Downloads => recent<string, Downloaded>()

/** The environment and the id of the file transfer. */
export const fileOf = ({ environment, path }: Pick<Deed, 'environment' | 'path'>): string => `${environment} ${namedIn(path)}`

export const isDownload = ({ operation, status }: Deed): boolean =>
  operation === 'fileTransfer.download' && (status === 200 || status === 206)

/** Adds a download. Parts may come in any order: the file is complete when as many bytes have gone out as it has. */
export function addDownload(known: Downloads, deed: Deed): Downloaded {
  const before = known.get(fileOf(deed))
  const bytes = (before?.bytes ?? 0) + deed.replyBytes
  const isWhole = deed.fileSize === null ? !deed.lost && deed.status === 200 : bytes >= deed.fileSize
  const complete = before?.complete ?? (isWhole ? deed.ended : null)
  const after = { ids: [...(before?.ids ?? []), deed.id].slice(-5), bytes, complete, turns: deed.turns }
  known.set(fileOf(deed), after)
  return after
}
