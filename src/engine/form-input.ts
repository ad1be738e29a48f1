/** Reads and validates a form, and stores its file while it arrives. */
import { openContent } from '../areas/file-transfer/records/content.ts'
import { noBytes } from '../wire/http/body.ts'
import { header } from '../wire/http/call.ts'
import { type BlobSink, FormUnreadable, readForm } from '../wire/http/form.ts'
import { formLimits, openMultipart } from '../wire/http/multipart.ts'
import { readers } from '../wire/readers.ts'
import type { RefusalKey } from '../wire/refusals/index.ts'
import { type Errors, Refusal } from '../wire/refusals/refusal.ts'
import type { FormBody, StoredFile } from '../wire/row.ts'
import { bodyAtMinimumRate } from './minimum-upload-rate.ts'
import type { Walk } from './walk.ts'

/** The stored file is removed at the end of the call, unless the handler keeps it. */
export async function readFormBody(walk: Walk, body: FormBody): Promise<{ fields: unknown; file: StoredFile }> {
  const { call, world, route } = walk
  const contentType = header(call.headers, 'content-type') ?? ''
  const { fields, file } = await readForm(bodyAtMinimumRate(walk)?.chunks() ?? noBytes(), contentType, () =>
    refusingFailures(openContent(world.blobs, true), body.storageRefusal),
  ).catch(refuse)
  let kept = false
  if (file) walk.cleanups.push(async () => (kept ? undefined : world.blobs.remove(file.id)))
  const reader = readers[route.area.reader]
  const result = body.schema.safeParse(reader.read(body.schema, fields))
  const missing: Errors = file ? {} : { FileTransfer: ['The FileTransfer field is required.'] }
  if (!result.success) throw new Refusal('validation', {}, { ...missing, ...reader.errors(result.error.issues, fields, '') })
  if (!file) throw new Refusal('validation', {}, missing)
  const keep = () => {
    kept = true
  }
  return { fields: result.data, file: { content: file, keep } }
}

function refuse(thrown: unknown): never {
  if (thrown instanceof FormUnreadable) throw new Refusal('validation', {}, { '': [`Failed to read the request form. ${thrown.message}`] })
  throw thrown
}

/** Refuses a form where none is expected, when it cannot be read. The broker reads every form. */
export function demandReadableForm(contentType: string, bytes: Uint8Array): void {
  try {
    const form = openMultipart(contentType, formLimits)
    form.read(bytes)
    form.end()
  } catch (thrown) {
    refuse(thrown)
  }
}

/** A writer whose failures are refusals: a full disk is not a defect of Standin. */
function refusingFailures<T>(writer: BlobSink<T>, key: RefusalKey): BlobSink<T> {
  const lost = (thrown: unknown): never => {
    throw new Refusal(key, { reason: thrown instanceof Error ? thrown.message : String(thrown) })
  }
  return {
    write: (chunk) => writer.write(chunk)?.catch(lost),
    finish: () => writer.finish().catch(lost),
    discard: () => writer.discard(),
  }
}
