/** The resumable uploads of one environment that are not finished. */

import type { Environment } from '../../../state/environment.ts'
import type { World } from '../../../state/world.ts'
import { Refusal } from '../../../wire/refusals/refusal.ts'
import { isFile, type ResumableUpload } from './resumable-upload.ts'

export type Uploads = Pick<Environment, 'resumableUploads'>

export const findUpload = ({ resumableUploads }: Uploads, fileTransferId: string, partialId = ''): ResumableUpload | undefined =>
  resumableUploads.get(fileTransferId)?.get(partialId)

export function addUpload(world: World, environment: Uploads, upload: ResumableUpload): void {
  const { fileTransferId, partialId } = upload
  const uploads = environment.resumableUploads.get(fileTransferId) ?? new Map<string, ResumableUpload>()
  const before = uploads.get(partialId)
  if (before) dropUpload(world, environment, before)
  environment.resumableUploads.set(fileTransferId, uploads.set(partialId, upload))
}

/** Removes the record of an upload, but not its content. */
export function takeUpload({ resumableUploads }: Uploads, upload: ResumableUpload): void {
  const uploads = resumableUploads.get(upload.fileTransferId)
  if (uploads?.get(upload.partialId) !== upload) return
  uploads.delete(upload.partialId)
  if (uploads.size === 0) resumableUploads.delete(upload.fileTransferId)
  else resumableUploads.set(upload.fileTransferId, uploads)
}

/** Say so after each change of an upload, in the same commit: what is kept in a folder learns of it here. */
export function changedUpload({ resumableUploads }: Uploads, { fileTransferId }: ResumableUpload): void {
  const uploads = resumableUploads.get(fileTransferId)
  if (uploads) resumableUploads.set(fileTransferId, uploads)
}

export function dropUpload(world: World, environment: Uploads, upload: ResumableUpload): void {
  takeUpload(environment, upload)
  for (const { content } of [upload, ...(upload.parts ?? [])]) if (content) world.blobs.remove(content.id)
}

/** Removes all uploads of a transfer, except the one that became its file. */
export function dropUploads(world: World, environment: Uploads, fileTransferId: string): void {
  for (const upload of environment.resumableUploads.get(fileTransferId)?.values() ?? []) {
    if (!isFile(upload)) dropUpload(world, environment, upload)
  }
}

/** When any upload of a transfer last received bytes; undefined when it has no uploads. */
export function lastActivity({ resumableUploads }: Uploads, fileTransferId: string): number | undefined {
  let last: number | undefined
  for (const { active } of resumableUploads.get(fileTransferId)?.values() ?? []) last = Math.max(active, last ?? active)
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
