/** Finds the bytes of recorded bodies. */
import { Misuse } from '../../../misuse.ts'
import { utf8 } from '../../../wire/values/text.ts'
import type { Content } from '../bodies.ts'
import type { Capsule } from '../read-capsule.ts'

/** Bytes that lie beside the capsule, by SHA-256; undefined: there are none. */
export type FindBeside = (sha256: string) => Promise<Uint8Array | undefined>

export type Contents = (content: Content & { readonly chunks?: readonly number[] | undefined }) => Promise<readonly Uint8Array[]>

function decode(base64: string): Uint8Array {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** `restore` puts values in the place of marks. */
export function createContents({ pieces }: Capsule, restore: (text: string) => string, beside: FindBeside): Contents {
  async function whole({ text, base64, sha256 }: Content): Promise<Uint8Array> {
    if (text !== undefined) return utf8(restore(text))
    if (base64 !== undefined) return decode(base64)
    if (sha256 === undefined) return new Uint8Array()
    const inside = pieces.get(sha256)
    const found = inside ? await new Blob(inside.map((each) => decode(each) as Uint8Array<ArrayBuffer>)).bytes() : await beside(sha256)
    if (found) return found
    throw new Misuse(`The bytes ${sha256} are missing. They belong into the folder beside the capsule.`)
  }
  return async ({ chunks, ...content }) => {
    const bytes = await whole(content)
    if (!chunks) return [bytes]
    let at = 0
    return chunks.map((size) => {
      at += size
      return bytes.subarray(at - size, at)
    })
  }
}
