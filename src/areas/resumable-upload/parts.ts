/** Finds the parts of a file that a client names for concatenation. Source: file-transfer §8. */

import { Refusal } from '../../wire/refusals/refusal.ts'
import { readGuid } from '../../wire/values/identifiers.ts'
import type { Act } from '../../world/act.ts'
import type { FileTransfer } from '../file-transfer/records/file-transfer.ts'
import { isComplete, type ResumableUpload } from './records/resumable-upload.ts'
import { findUpload } from './records/unfinished-uploads.ts'
import type { PartAddress } from './rules/resumable.ts'

/** The parts at these addresses. Refuses addresses that occur twice or belong to another file, and parts that are not complete. */
export function partsOf({ id }: FileTransfer, addresses: readonly PartAddress[], { environment }: Act): ResumableUpload[] {
  const found = addresses.map(({ fileTransferId = '', partialId = '' }) =>
    readGuid(fileTransferId) === id && partialId !== '' ? findUpload(environment, id, partialId) : undefined,
  )
  const parts = [...new Set(found.flatMap((part) => part ?? []))]
  const bad = (fits: (part: ResumableUpload | undefined, nth: number) => boolean) =>
    addresses.flatMap(({ address }, nth) => (fits(found[nth], nth) ? [] : [nameOf(address, id)])).join(', ')
  if (parts.length < addresses.length)
    throw new Refusal('upload-parts-unknown', { parts: bad((part, nth) => part !== undefined && found.indexOf(part) === nth) })
  const unfinished = bad((part) => part !== undefined && isComplete(part))
  if (unfinished !== '') throw new Refusal('upload-parts-unfinished', { parts: unfinished })
  return parts
}

/** The service names a part within its file. */
function nameOf(address: string, fileTransferId: string): string {
  const at = address.toLowerCase().indexOf(`/${fileTransferId}/`)
  return at < 0 ? address : address.slice(at + fileTransferId.length + 2)
}
