/** Splits a form into its parts as its bytes arrive. */
import { decodeField, type MultipartError, make, type PartInfo } from 'multipasta'
import { type FieldPart, isField } from './form-fields.ts'

export interface PartName {
  readonly name: string
  /** Undefined for a field: a part whose file name is missing or empty. */
  readonly fileName: string | undefined
}

const parameter = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g

/** Names can contain any character that browsers send. Returns undefined if the header is not `form-data`. */
export function readPartName(disposition: string): PartName | undefined {
  if (!/^\s*form-data\s*(?:;|$)/i.test(disposition)) return undefined
  const parameters = new Map<string, string>()
  for (const [, key = '', quoted, bare = ''] of disposition.matchAll(parameter)) {
    if (!parameters.has(key.toLowerCase())) parameters.set(key.toLowerCase(), quoted ?? bare)
  }
  return { name: parameters.get('name') ?? '', fileName: parameters.get('filename*') || parameters.get('filename') || undefined }
}

export interface FormLimits {
  readonly parts: number
  /** Bytes per field. */
  readonly value: number
  /** Bytes in the entire form. */
  readonly total: number
}

export const formLimits: FormLimits = { parts: 1024, value: 65_536, total: 2_147_483_647 }

/** Thrown if a form ends too early, is malformed or exceeds a limit. */
export class FormUnreadable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'FormUnreadable'
  }
}

interface Multipart {
  readonly parts: readonly FieldPart[]
  /** Reads more bytes and returns those that belong to the file. Throws {@link FormUnreadable}. */
  read(chunk: Uint8Array): Uint8Array[]
  /** Ends the form. Throws {@link FormUnreadable} if it is incomplete. */
  end(): void
  hasFile(): boolean
}

export function openMultipart(contentType: string, limits: FormLimits): Multipart {
  const parts: FieldPart[] = []
  let pieces: Uint8Array[] = []
  let hasFile = false
  let complete = false
  const separator = boundaryOf(contentType)
  const parser = make({
    headers: { 'content-type': `multipart/form-data; boundary="${separator}"` },
    maxParts: limits.parts,
    maxFieldSize: limits.value,
    // Any part that is not a field, and any part after the end of the form, counts as a file. `onFile` skips all but the first real file.
    isFile: (part) => complete || fieldName(part) === undefined,
    onField: (part, value) => parts.push([fieldName(part) ?? '', decodeField(part, value)]),
    onFile: (part) => {
      if (complete || hasFile || !isFilePart(part)) return () => undefined
      hasFile = true
      return (piece) => {
        if (piece) pieces.push(piece)
      }
    },
    onError: (error) => {
      const reason = complete ? undefined : reasonOf(error, limits)
      if (reason !== undefined) throw new FormUnreadable(reason)
    },
    onDone: () => {
      complete = true
    },
  })
  const write = writerTo(parser, separator)
  const parse = (step: () => void) => {
    pieces = []
    if (!complete) rethrowAsUnreadable(step)
    return pieces
  }
  return {
    parts,
    hasFile: () => hasFile,
    read: (chunk) => parse(() => write(chunk)),
    end: () => {
      parse(() => parser.end())
      if (!complete) throw new FormUnreadable(brokenOff)
    },
  }
}

/**
 * Works around a parser bug: if a chunk ends between the two hyphens that close a form, the parser misses them unless the first hyphen
 * arrives in its own chunk.
 */
function writerTo(parser: { write(chunk: Uint8Array): void }, separator: string): (chunk: Uint8Array) => void {
  const half = `\r\n--${separator}-`
  let tail = '\r\n'
  return (chunk) => {
    tail = (tail + String.fromCharCode(...chunk.subarray(-half.length))).slice(-half.length)
    const split = tail === half ? chunk.length - 1 : 0
    if (split > 0) parser.write(chunk.subarray(0, split))
    parser.write(chunk.subarray(split))
  }
}

/**
 * Converts the parser's own errors to {@link FormUnreadable}. The parser throws them for some malformed forms, such as forms with an empty
 * part.
 */
function rethrowAsUnreadable(step: () => void): void {
  try {
    step()
  } catch (thrown) {
    throw thrown instanceof FormUnreadable ? thrown : new FormUnreadable('Invalid multipart section.')
  }
}

/** Matches the boundary in a `Content-Type` header, quoted or unquoted. */
export const boundary = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i

function boundaryOf(contentType: string): string {
  const [, quoted, bare] = boundary.exec(contentType) ?? []
  const delimiter = quoted ?? bare ?? ''
  if (delimiter.length > 128) throw new FormUnreadable('Multipart boundary length limit 128 exceeded.')
  if (!/^[ !#-[\]-~]+$/.test(delimiter)) throw new FormUnreadable('Missing content-type boundary.')
  return delimiter
}

/** Parses a part's name and file name here, because the parser supports only Latin-1 names. */
function partName({ headers }: PartInfo) {
  const disposition = headers['content-disposition']
  return readPartName((typeof disposition === 'string' ? disposition : disposition?.[0]) ?? '')
}

function fieldName(part: PartInfo): string | undefined {
  const disposition = partName(part)
  return disposition && disposition.fileName === undefined && isField(disposition.name) ? disposition.name : undefined
}

function isFilePart(part: PartInfo): boolean {
  const disposition = partName(part)
  return disposition?.fileName !== undefined && disposition.name.toLowerCase() === 'filetransfer'
}

const brokenOff = 'Unexpected end of Stream, the content may have already been read by another component. '

/** Undefined for a part without a name, which is skipped. */
function reasonOf(error: MultipartError, { parts, value }: FormLimits): string | undefined {
  if (error._tag === 'InvalidDisposition') return undefined
  if (error._tag === 'ReachedLimit') {
    return error.limit === 'MaxParts' ? `Form value count limit ${parts} exceeded.` : `Form value length limit ${value} exceeded.`
  }
  if (error._tag !== 'BadHeaders') return brokenOff
  if (error.error.reason === 'HeaderTooLarge') return 'Multipart headers length limit 16384 exceeded.'
  return error.error.reason === 'TooManyHeaders' ? 'Multipart headers count limit 100 exceeded.' : 'Invalid header line.'
}
