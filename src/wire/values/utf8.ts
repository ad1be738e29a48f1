/** Text as bytes. */

const encoder = new TextEncoder()

/** The bytes of a text, in UTF-8. Under jsdom, TextEncoder makes arrays of another realm, which `instanceof` does not know here. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(text)
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
}
