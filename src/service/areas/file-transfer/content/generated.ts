/** Generated content: computed from a seed and a byte position when it is read, instead of being stored. */
import type { BlobStore, Platform } from '../../../world/platform.ts'
import type { Content } from '../records/transfer.ts'

const form = /^generated-(-?\d+)-(\d+)$/

export const generatedContent = (seed: number, size: number): Content => ({
  id: `generated-${seed}-${size}`,
  size,
  md5: null,
  malware: false,
})

/** Returns the size of generated content in bytes. Undefined for the id of stored content. */
export function generatedSize(id: string): number | undefined {
  const [, , size] = form.exec(id) ?? []
  return size === undefined ? undefined : Number(size)
}

/** Wraps a store so that it can also read generated content. */
export function withGeneratedContent(store: BlobStore, breathe: Platform['breathe']): BlobStore {
  return {
    outlives: store.outlives === true,
    create: (paused) => store.create(paused),
    restore: (id) => store.restore(id),
    list: () => store.list(),
    read(id, start, end) {
      const [, seed, size] = form.exec(id) ?? []
      if (size === undefined) return store.read(id, start, end)
      if (!(start >= 0 && start <= end && end <= Number(size))) throw new RangeError(`Bytes ${start} to ${end} of ${size}.`)
      return generate(Number(seed), start, end, breathe)
    },
    check: (id) => (form.test(id) ? undefined : store.check?.(id)),
    remove: (id) => store.remove(id),
    get held() {
      return store.held
    },
    close: () => store.close(),
  }
}

/** In bytes. */
const blockSize = 2 ** 16
/**
 * Number of blocks between yields to the event loop. Without them, a reader in this process would block all timers and could not be
 * aborted.
 */
const blocksOfBreath = 16

async function* generate(seed: number, start: number, end: number, breathe: Platform['breathe']): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    const block = Math.floor(at / blockSize)
    if (block % blocksOfBreath === blocksOfBreath - 1) await breathe()
    const from = block * blockSize
    const bytes = blockOf(seed, block)
    const next = Math.min(end, from + blockSize)
    yield bytes.subarray(at - from, next - from)
    at = next
  }
}

function blockOf(seed: number, block: number): Uint8Array {
  const words = new Uint32Array(blockSize / 4)
  const high = Math.floor(block / 2 ** 32)
  const key = mixed(mixed(mixed(seed) ^ Math.floor(seed / 2 ** 32)) ^ block) ^ mixed(high + 1)
  for (let at = 0; at < words.length; at++) words[at] = mixed(key + Math.imul(at, 0x9e3779b9))
  return new Uint8Array(words.buffer)
}

/** MurmurHash3's final 32-bit mix. */
function mixed(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
