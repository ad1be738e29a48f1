/** Finds the file content that a snapshot's records own, and writes it. */

import { generatedSize } from '../../service/areas/file-transfer/content.ts'
import { current, type FileTransfer } from '../../service/areas/file-transfer/records.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import type { BlobStore, Platform } from '../../service/world/platform.ts'
import { encodeBase64, keyOf, type NamedContent, nameContents, namedContents } from '../snapshot-contents.ts'
import type { EnvironmentDocument, SnapshotDocument } from './document.ts'

/** Stored content, as its record describes it. */
export interface OwnedContent {
  readonly id: string
  /** In bytes. While an upload is unfinished, the store may contain more bytes. */
  readonly size: number
  /** Undefined for records from older versions. */
  readonly md5: string | undefined
  readonly paused: boolean
  /** The content's path in the snapshot. */
  readonly place: string
  readonly fileTransferId: string
}

/** Maximum number of content bytes in a document. Further content is transferred separately. */
const mostInline = 64 * 2 ** 20

/** Lists the content that records own. Throws {@link Misuse} for an invalid id of generated content, and for content with two owners. */
export function ownedContents({ environments }: Pick<SnapshotDocument, 'environments'>): OwnedContent[] {
  const owned = new Map<string, OwnedContent>()
  for (const [name, environment] of Object.entries(environments)) {
    for (const content of environment ? contentsIn(`environments.${name}`, environment) : []) {
      const other = owned.get(content.id)
      if (other) throw new Misuse(`snapshot.${content.place}: ${content.id} is also the content of ${other.place}.`)
      owned.set(content.id, content)
    }
  }
  return [...owned.values()]
}

function* contentsIn(environmentPath: string, { fileTransfers, resumableUploads }: EnvironmentDocument): Generator<OwnedContent> {
  for (const [nth, transfer] of fileTransfers.entries()) {
    const { content } = transfer
    const where = `${environmentPath}.fileTransfers[${nth}].content`
    if (!content || isRemoved(transfer as FileTransfer)) continue
    const generated = generatedSize(content.id)
    if (generated === undefined)
      yield { id: content.id, size: content.size, md5: content.md5 ?? '', paused: false, place: where, fileTransferId: transfer.id }
    else if (generated !== content.size)
      throw new Misuse(`snapshot.${where}: the id specifies ${generated} bytes, but the content has ${content.size}.`)
  }
  for (const [nth, upload] of resumableUploads.entries()) {
    const { fileTransferId } = upload
    for (const { content } of [upload, ...(upload.parts ?? [])]) {
      if (content)
        yield {
          id: content.id,
          size: content.size,
          md5: content.md5,
          paused: true,
          place: `${environmentPath}.resumableUploads[${nth}].content`,
          fileTransferId,
        }
    }
  }
}

/** True if a transfer's content has been removed. The transfer's record still describes the content. */
const isRemoved = (transfer: FileTransfer) => ['Failed', 'Purged'].includes(current(transfer).status)

/** Returns the message for lost content, including a remedy. `why`: what is wrong with the file. */
export const lostText = (world: string, { fileTransferId, size, md5 }: OwnedContent, why: string): string =>
  `The file for file transfer ${fileTransferId} in world ${world} has been lost (${size} bytes${md5 ? `, MD5 ${md5}` : ''}): ${why}. Stop Standin, restore the file, and start again; or purge it: standin files expire ${fileTransferId} --world ${world}.`

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))

/** Thrown if content was removed after the records were copied. */
export class ContentGone extends Error {}

export interface WritingContents {
  readonly world: string
  readonly blobs: BlobStore
  readonly sha256: Platform['sha256']
  /** Maximum number of content bytes in the document. */
  readonly inline: number
}

/** Throws {@link ContentGone}, or {@link Misuse} if bytes are lost. */
export async function writeContents(owned: readonly OwnedContent[], writing: WritingContents): Promise<SnapshotDocument['contents']> {
  const { blobs, inline } = writing
  const before = namedContents(blobs)
  const now = new Map<string, NamedContent>()
  const written: SnapshotDocument['contents'] = []
  let left = mostInline
  for (const content of owned) {
    const { id, size } = content
    const isInside = size <= Math.min(inline, left)
    const known = before?.get(keyOf(content))
    const read = known && !isInside ? undefined : await readContent(content, writing, isInside)
    const hash = read?.sha256 ?? known?.sha256 ?? ''
    now.set(keyOf(content), { id, size, sha256: hash })
    if (isInside) left -= size
    written.push({ id, size, sha256: hash, ...(isInside && read && { base64: encodeBase64(read.chunks) }) })
  }
  nameContents(blobs, now.values())
  return written
}

async function readContent(content: OwnedContent, { world, blobs, sha256 }: WritingContents, isStored: boolean) {
  const { id, size } = content
  const hashing = sha256()
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of blobs.read(id, 0, size)) {
      hashing.update(chunk)
      if (isStored) chunks.push(chunk)
    }
  } catch (thrown) {
    if (thrown instanceof Misuse) throw thrown
    if (blobs.list().some((each) => each.id === id)) throw new Misuse(lostText(world, content, messageOf(thrown)), undefined, 500)
    throw new ContentGone(`Content ${id} is gone.`, { cause: thrown })
  }
  return { sha256: hashing.end(), chunks }
}
