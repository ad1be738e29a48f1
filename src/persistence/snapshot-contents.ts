/** Finds content that snapshots refer to by hash, and encodes content as Base64. */

import { z } from 'zod'
import { whenNeeded } from '../service/wire/when-needed.ts'
import type { BlobStore } from '../service/world/platform.ts'

export interface NamedContent {
  readonly id: string
  readonly size: number
  readonly sha256: string
}

/** Keyed by id and size. */
const named = new WeakMap<BlobStore, ReadonlyMap<string, NamedContent>>()

export const keyOf = ({ id, size }: Pick<NamedContent, 'id' | 'size'>) => `${id} ${size}`

export const namedContents = (blobs: BlobStore): ReadonlyMap<string, NamedContent> | undefined => named.get(blobs)

/**
 * Remembers the content that a snapshot refers to, and forgets the content of the previous one. A restore calls this too, so that the same
 * snapshot can be restored again.
 */
export const nameContents = (blobs: BlobStore, contents: Iterable<NamedContent>): unknown =>
  named.set(blobs, new Map(Array.from(contents, ({ id, size, sha256 }) => [keyOf({ id, size }), { id, size, sha256 }])))

/** Finds content that a world's last snapshot or restore refers to, if the world still contains it. */
export function storedContent(blobs: BlobStore, sha256: string) {
  for (const { id, size, sha256: hash } of named.get(blobs)?.values() ?? []) {
    if (hash !== sha256) continue
    const isThere = blobs.list().some((each) => each.id === id && each.size >= size)
    if (isThere) return { size, read: () => blobs.read(id, 0, size) }
  }
  return undefined
}

export const sha256 = whenNeeded(() => z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 hash (64 lowercase hexadecimal digits)'))

/** Bytes per step. A multiple of 3, so that base64 padding occurs only at the end. */
const step = 3 * 2 ** 13

export function encodeBase64(chunks: readonly Uint8Array[]): string {
  const whole = chunks.length === 1 ? (chunks[0] as Uint8Array) : joined(chunks)
  let text = ''
  for (let at = 0; at < whole.length; at += step) text += btoa(String.fromCharCode(...whole.subarray(at, at + step)))
  return text
}

export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
