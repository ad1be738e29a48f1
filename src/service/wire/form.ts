/** Reads a form as it arrives: collects the fields and stores the file. */
import { gatherBytes } from './call.ts'
import { fieldsOf } from './http/form-fields.ts'
import { type FormLimits, FormUnreadable, formLimits, openMultipart } from './http/multipart.ts'

export { boundary, FormUnreadable } from './http/multipart.ts'

/** Stores a file as its chunks arrive. */
export interface BlobSink<T> {
  /** Resolves when the next chunk may be written. Returns undefined if it may be written immediately. */
  write(chunk: Uint8Array): Promise<void> | undefined
  finish(): Promise<T>
  discard(): Promise<void>
}

/**
 * Returns the fields in the shape of `formFields`, and the sink's result for the first file. On failure, the file is discarded. Throws
 * {@link FormUnreadable}.
 */
export async function readForm<T>(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  openFile: () => BlobSink<T>,
  limits: FormLimits = formLimits,
): Promise<{ fields: Record<string, unknown>; file: T | undefined }> {
  let file: BlobSink<T> | undefined
  let bytes = 0
  try {
    const form = openMultipart(contentType, limits)
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > limits.total) throw new FormUnreadable(`Multipart body length limit ${limits.total} exceeded.`)
      const pieces = form.read(chunk)
      if (form.hasFile()) file ??= openFile()
      for (const piece of pieces) {
        const room = file?.write(piece)
        if (room !== undefined) await room
      }
    }
    form.end()
    return { fields: fieldsOf(form.parts), file: await file?.finish() }
  } catch (thrown) {
    await file?.discard()
    throw thrown
  }
}

/**
 * Reads the fields that precede the file within the first `most` bytes. The returned body still contains the whole form. `release` discards
 * the rest of the body without reading it.
 */
export async function peekForm(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  most: number,
): Promise<{ fields: Record<string, unknown>; body: AsyncIterable<Uint8Array>; release: () => Promise<unknown> }> {
  const form = openMultipart(contentType, formLimits)
  const source = body[Symbol.asyncIterator]()
  const seen = gatherBytes()
  for (let bytes = 0; bytes < most && !form.hasFile(); ) {
    const { done, value } = await source.next()
    if (done) break
    bytes += value.length
    // Copied, because the source may reuse a chunk's memory.
    seen.add(new Uint8Array(value))
    form.read(value)
  }
  return { fields: fieldsOf(form.parts), body: continued(seen.whole(), source), release: async () => source.return?.() }
}

async function* continued(seen: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield seen
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  } finally {
    await source.return?.()
  }
}

/** Throws {@link FormUnreadable} if the form is incomplete or malformed. */
export function demandForm(contentType: string, bytes: Uint8Array): void {
  const form = openMultipart(contentType, formLimits)
  form.read(bytes)
  form.end()
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const attributeCharacters: Readonly<Record<string, string>> = {
  '%23': '#',
  '%24': '$',
  '%26': '&',
  '%2B': '+',
  '%5E': '^',
  '%60': '`',
  '%7C': '|',
}

/** Builds a Content-Disposition header: `attachment; filename=report.xml; filename*=UTF-8''report.xml`. Source: file-transfer §6.1. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^ -~]/g, '_')
  const shown = token.test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`
  return `attachment; filename=${shown}; filename*=UTF-8''${percentEncoded(fileName)}`
}

/** Percent-encodes a string as UTF-8, except for RFC 5987 attribute characters. A lone surrogate becomes the replacement character. */
const percentEncoded = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:2[346B]|5E|60|7C)/g, (code) => attributeCharacters[code] ?? code)
