/** Reads a form while it arrives: its fields are kept, its file goes where it is to be stored. */
import { fieldsOf } from './form-fields.ts'
import { gatherBytes } from './gathered-bytes.ts'
import { type FormLimits, FormUnreadable, formLimits, openMultipart } from './multipart.ts'

export { FormUnreadable } from './multipart.ts'

/** Takes a file in. */
export interface BlobSink<T> {
  /** Resolves when more may be written; undefined means at once. */
  write(chunk: Uint8Array): Promise<void> | undefined
  finish(): Promise<T>
  discard(): Promise<void>
}

/** Fields as `formFields` wants them, and what the sink made of the first file; whatever ends the reading early has the file discarded. */
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

/** The fields that come before the file, within the first `most` bytes; `body` is then still whole. */
export async function peekForm(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  most: number,
): Promise<{ fields: Record<string, unknown>; body: AsyncIterable<Uint8Array> }> {
  const form = openMultipart(contentType, formLimits)
  const source = body[Symbol.asyncIterator]()
  const seen = gatherBytes()
  for (let bytes = 0; bytes < most && !form.hasFile(); ) {
    const { done, value } = await source.next()
    if (done) break
    bytes += value.length
    // The sender of a chunk may reuse its memory.
    seen.add(new Uint8Array(value))
    form.read(value)
  }
  return { fields: fieldsOf(form.parts), body: continued(seen.whole(), source) }
}

async function* continued(seen: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield seen
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  } finally {
    await source.return?.()
  }
}
