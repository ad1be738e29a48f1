/** Reads and validates queries and forms, and stores a form's file as it arrives. */
import type { z } from 'zod'
import type { RefusalKey } from '../../areas/areas.ts'
import { openContent } from '../../areas/file-transfer/content.ts'
import { readers } from '../../areas/index.ts'
import { header, noBytes } from '../../wire/call.ts'
import { type BlobSink, demandForm, FormUnreadable, readForm } from '../../wire/form.ts'
import { errorsOf } from '../../wire/json-errors.ts'
import { type Errors, Refusal } from '../../wire/refusal.ts'
import type { FieldsBody, FormBody, StoredFile } from '../../wire/row.ts'
import { getOrCreate } from '../../wire/when-needed.ts'
import { noteBody } from '../journal-line/line.ts'
import type { Walk } from '../walk.ts'
import { readValue } from './json-values.ts'
import { bodyAtMinimumRate, wholeBody } from './minimum-upload-rate.ts'

/** Reads a form and stores its file. The stored file is removed at the end of the call unless the handler keeps the file. */
export async function readFormBody(walk: Walk, body: FormBody): Promise<{ fields: unknown; file: StoredFile }> {
  const { call, world, route } = walk
  const contentType = header(call.headers, 'content-type') ?? ''
  const { fields, file } = await readForm(bodyAtMinimumRate(walk)?.chunks() ?? noBytes(), contentType, () =>
    refusingFailures(openContent(world.blobs, true), body.storageRefusal as RefusalKey),
  ).catch(refuse)
  let isRetained = false
  if (file) walk.cleanups.push(async () => (isRetained ? undefined : world.blobs.remove(file.id)))
  const reader = readers[route.area.reader]
  const result = body.schema.safeParse(readValue(body.schema, fields, reader.accepts))
  const missing: Errors = file ? {} : { FileTransfer: ['The FileTransfer field is required.'] }
  if (!result.success) throw new Refusal('validation', {}, { ...missing, ...reader.errors(result.error.issues, fields, '') })
  if (!file) throw new Refusal('validation', {}, missing)
  const keep = () => {
    isRetained = true
  }
  return { fields: result.data, file: { content: file, keep } }
}

function refuse(thrown: unknown): never {
  if (thrown instanceof FormUnreadable) throw new Refusal('validation', {}, { '': [`Failed to read the request form. ${thrown.message}`] })
  throw thrown
}

/** Refuses a malformed form even where none is expected, because the broker reads every form. */
export function demandReadableForm(contentType: string, bytes: Uint8Array): void {
  try {
    demandForm(contentType, bytes)
  } catch (thrown) {
    refuse(thrown)
  }
}

/** Turns the writer's failures into refusals, because a full disk is not a bug in Standin. */
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

/** In bytes. */
const limit = 65_536

/** Refuses duplicate fields, which are ambiguous. */
export async function readFields(walk: Walk, { schema }: FieldsBody): Promise<unknown> {
  const bytes = await wholeBody(walk, limit)
  const text = new TextDecoder().decode(bytes)
  noteBody(walk.line, walk.world, bytes, text)
  const fields = [...new URLSearchParams(text)]
  const twice = fields.find(([name], at) => fields.findIndex(([other]) => other === name) !== at)
  if (twice) throw new Refusal('MP-011', { reason: `${twice[0].slice(0, 100)} occurs twice` })
  const result = schema.safeParse(Object.fromEntries(fields))
  if (!result.success) throw new Refusal('validation', {}, errorsOf(result.error.issues))
  return result.data
}

interface Spelling {
  readonly name: string
  readonly many: boolean
}
const spellings = new WeakMap<object, ReadonlyMap<string, Spelling>>()

/**
 * Returns the first value for each name, or all values if the schema expects a list. Names are matched case-insensitively and returned with
 * the schema's spelling.
 */
export function queryOf({ route, address }: Pick<Walk, 'route' | 'address'>): Record<string, string | string[]> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = route.row.request.query?.shape ?? {}
  const known = getOrCreate(
    spellings,
    shape,
    () => new Map(Object.entries(shape).map(([name, schema]) => [name.toLowerCase(), { name, many: isList(schema) }])),
  )
  const named: Record<string, string | string[]> = {}
  for (const [written, value] of new URLSearchParams(address.query)) {
    const own = known.get(written.toLowerCase())
    if (!own) continue
    const before = named[own.name]
    if (Array.isArray(before)) before.push(value)
    else if (before === undefined) named[own.name] = own.many ? [value] : value
    else if (route.row.joinsQuery) named[own.name] = [before, value].filter((each) => each !== '').join(',')
  }
  return named
}

function isList(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'array' || (def.type === 'optional' && isList(def.innerType))
}
