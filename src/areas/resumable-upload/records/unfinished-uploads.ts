/** The resumable uploads of one environment that are not finished. */

import { Refusal } from '../../../wire/refusals/refusal.ts'
import { getOrCreate } from '../../../wire/when-needed.ts'
import { defineRecord, type Records } from '../../../world/records/records.ts'
import type { Table } from '../../../world/records/table.ts'
import type { World } from '../../../world/world.ts'
import { isFile, type ResumableUpload } from './resumable-upload.ts'

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
