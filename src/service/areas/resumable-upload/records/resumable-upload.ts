/** A resumable upload: its length, and the bytes received so far. */
import { Refusal } from '../../../wire/refusal.ts'
import { getOrCreate } from '../../../wire/when-needed.ts'
import { defineRecord, type Records } from '../../../world/records.ts'
import type { Table } from '../../../world/table.ts'
import type { World } from '../../../world/world.ts'

/** Milliseconds without a byte after which an upload expires. Source: file-transfer §5.4. */
export const inactivity = 24 * 3_600_000

export interface ResumableUpload {
  readonly fileTransferId: string
  /** 32 hexadecimal digits; empty for a whole file. */
  readonly partialId: string
  /** The number of the upload among those of its transfer, counted from 1. */
  readonly upload: number
  /** Bytes of the whole upload. */
  readonly length: number
  /** The Upload-Concat header of its creation. */
  readonly concat?: string | undefined
  /** The parts to put together, in order; absent afterwards. */
  parts?: readonly ResumableUpload[] | undefined
  /** Bytes received. */
  offset: number
  /** The content so far; absent before the first byte, and after it became the file. */
  content?: PausedContent | undefined
  /** When it was created or last received bytes, in world milliseconds since 1970. */
  active: number
  /** Set when its last bytes came with a checksum: it becomes the file only when its client asks once more. */
  held?: true | undefined
}

export const isComplete = ({ offset, length }: ResumableUpload): boolean => offset === length

/** Whether it has become the file of its transfer. */
export const isFile = (upload: ResumableUpload): boolean =>
  upload.partialId === '' && isComplete(upload) && !upload.content && !upload.parts

/** The state of a malware search between two calls. Plain data. */
export interface SearchState {
  readonly found: boolean
  /** The last bytes, one for each character. */
  readonly tail: string
}

/** Content that arrives in several calls: the bytes so far, and the state of the malware search. */
export interface PausedContent {
  readonly id: string
  readonly size: number
  /** Of the bytes so far. Absent in records of before. */
  readonly md5?: string | undefined
  readonly search: SearchState | undefined
}

export interface Uploads extends Table<ResumableUpload> {
  /** By the id of the file transfer, then by the id of the part. */
  readonly byTransfer: Map<string, Map<string, ResumableUpload>>
}

const keyOf = ({ fileTransferId, partialId }: Pick<ResumableUpload, 'fileTransferId' | 'partialId'>) => `${fileTransferId} ${partialId}`

export const resumableUploads = defineRecord({
  name: 'resumableUpload',
  key: (upload: ResumableUpload) => keyOf(upload),
  open(table): Uploads {
    const byTransfer: Uploads['byTransfer'] = new Map()
    for (const upload of table.values()) getOrCreate(byTransfer, upload.fileTransferId, () => new Map()).set(upload.partialId, upload)
    return Object.assign(table, { byTransfer })
  },
})

export const findUpload = ({ of }: Records, fileTransferId: string, partialId = ''): ResumableUpload | undefined =>
  of(resumableUploads).get(keyOf({ fileTransferId, partialId }))

export function addUpload(world: World, environment: Records, upload: ResumableUpload): void {
  const { fileTransferId, partialId } = upload
  const before = findUpload(environment, fileTransferId, partialId)
  if (before) dropUpload(world, environment, before)
  const uploads = environment.of(resumableUploads)
  uploads.insert(upload)
  getOrCreate(uploads.byTransfer, fileTransferId, () => new Map<string, ResumableUpload>()).set(partialId, upload)
}

/** Removes the record of an upload, but not its content. */
export function takeUpload({ of }: Records, upload: ResumableUpload): void {
  const uploads = of(resumableUploads)
  const ofTransfer = uploads.byTransfer.get(upload.fileTransferId)
  if (ofTransfer?.get(upload.partialId) !== upload) return
  ofTransfer.delete(upload.partialId)
  if (ofTransfer.size === 0) uploads.byTransfer.delete(upload.fileTransferId)
  uploads.remove(upload)
}

export function dropUpload(world: World, environment: Records, upload: ResumableUpload): void {
  takeUpload(environment, upload)
  for (const { content } of [upload, ...(upload.parts ?? [])]) if (content) world.blobs.remove(content.id)
}

const uploadsOf = ({ of }: Records, fileTransferId: string): Iterable<ResumableUpload> =>
  of(resumableUploads).byTransfer.get(fileTransferId)?.values() ?? []

/** Removes all uploads of a transfer, except the one that became its file. */
export function dropUploads(world: World, environment: Records, fileTransferId: string): void {
  for (const upload of uploadsOf(environment, fileTransferId)) {
    if (!isFile(upload)) dropUpload(world, environment, upload)
  }
}

/** When any upload of a transfer last received bytes; undefined when it has no uploads. */
export function lastActivity(environment: Records, fileTransferId: string): number | undefined {
  let last: number | undefined
  for (const { active } of uploadsOf(environment, fileTransferId)) last = Math.max(active, last ?? active)
  return last
}

/** The uploads that a call changes, each with the bytes that have arrived. The record tells them when the call ends. */
const busy = new WeakMap<ResumableUpload, number>()

/** Only one call at a time changes an upload. Returns a function that unlocks it. Refuses with upload-locked. */
export function lockUpload(upload: ResumableUpload): () => void {
  if (busy.has(upload)) throw new Refusal('upload-locked')
  busy.set(upload, upload.offset)
  return () => busy.delete(upload)
}

/** Notes how many bytes of an upload have arrived in all. The caller holds its lock. */
export const noteArrived = (upload: ResumableUpload, bytes: number): void => void busy.set(upload, bytes)

/** How many bytes have arrived, also of a call that goes on. */
export const arrivedOf = (upload: ResumableUpload): number => busy.get(upload) ?? upload.offset
