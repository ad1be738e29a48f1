/** Reads a form while it arrives: keeps its fields, and passes its file on to be stored. */
import { gatherBytes } from './body.ts'
import { fieldsOf } from './http/form-fields.ts'
import { type FormLimits, FormUnreadable, formLimits, openMultipart } from './multipart.ts'

export { FormUnreadable } from './multipart.ts'

/** Stores a file that arrives in chunks. */
export interface BlobSink<T> {
  /** Resolves when the next chunk may be written. Undefined: it may be written at once. */
  write(chunk: Uint8Array): Promise<void> | undefined
  finish(): Promise<T>
  discard(): Promise<void>
}

/**
 * Returns the fields in the shape of `formFields`, and what the sink returned for the first file. When reading fails, the
 * file is discarded. Throws {@link FormUnreadable}.
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
 * Reads the fields that come before the file, within the first `most` bytes. The returned body still holds the whole form. `release` drops
 * what was not read.
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
    // The source may reuse the memory of a chunk.
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
