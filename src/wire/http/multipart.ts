/** Takes a form apart as its bytes come in. */
import { decodeField, type MultipartError, make, type PartInfo } from 'multipasta'
import { readPartName } from './content-disposition.ts'
import { type FieldPart, isField } from './form-fields.ts'

export interface FormLimits {
  readonly parts: number
  /** Bytes of a field. */
  readonly value: number
  /** Bytes of the whole form. */
  readonly total: number
}

export const formLimits: FormLimits = { parts: 1024, value: 65_536, total: 2_147_483_647 }

/** The form breaks off, breaks its own rules or is larger than it may be. */
export class FormUnreadable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'FormUnreadable'
  }
}

export interface Multipart {
  readonly parts: readonly FieldPart[]
  /** The pieces of the file in so many more bytes. */
  read(chunk: Uint8Array): Uint8Array[]
  /** No more is coming. */
  end(): void
  hasFile(): boolean
}

export function openMultipart(contentType: string, limits: FormLimits): Multipart {
  const parts: FieldPart[] = []
  let pieces: Uint8Array[] = []
  let hasFile = false
  let complete = false
  const mark = boundaryOf(contentType)
  const parser = make({
    headers: { 'content-type': `multipart/form-data; boundary="${mark}"` },
    maxParts: limits.parts,
    maxFieldSize: limits.value,
    // What is neither field nor file, or comes after the end, passes by as a file that nobody takes.
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
  const write = feeder(parser, mark)
  const take = (feed: () => void) => {
    pieces = []
    if (!complete) guard(feed)
    return pieces
  }
  return {
    parts,
    hasFile: () => hasFile,
    read: (chunk) => take(() => write(chunk)),
    end: () => {
      take(() => parser.end())
      if (!complete) throw new FormUnreadable(brokenOff)
    },
  }
}

/** The parser knows the two hyphens that close a form only if it sees them together: it waits where the first comes alone, but not where it ends a chunk. */
function feeder(parser: { write(chunk: Uint8Array): void }, mark: string): (chunk: Uint8Array) => void {
  const half = `\r\n--${mark}-`
  let tail = '\r\n'
  return (chunk) => {
    tail = (tail + String.fromCharCode(...chunk.subarray(-half.length))).slice(-half.length)
    const split = tail === half ? chunk.length - 1 : 0
    if (split > 0) parser.write(chunk.subarray(0, split))
    parser.write(chunk.subarray(split))
  }
}

/** What the parser stumbles over is the client's fault: an undecodable file name, a part of nothing at all. */
function guard(feed: () => void): void {
  try {
    feed()
  } catch (thrown) {
    throw thrown instanceof FormUnreadable ? thrown : new FormUnreadable('Invalid multipart section.')
  }
}

const boundary = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i

function boundaryOf(contentType: string): string {
  const [, quoted, bare] = boundary.exec(contentType) ?? []
  const found = quoted ?? bare ?? ''
  if (found.length > 128) throw new FormUnreadable('Multipart boundary length limit 128 exceeded.')
  if (!/^[ !#-[\]-~]+$/.test(found)) throw new FormUnreadable('Missing content-type boundary.')
  return found
}

/** The parser itself reads no names outside Latin-1. */
function partName({ headers }: PartInfo) {
  const disposition = headers['content-disposition']
  return readPartName((typeof disposition === 'string' ? disposition : disposition?.[0]) ?? '')
}

function fieldName(part: PartInfo): string | undefined {
  const found = partName(part)
  return found && found.fileName === undefined && isField(found.name) ? found.name : undefined
}

function isFilePart(part: PartInfo): boolean {
  const found = partName(part)
  return found?.fileName !== undefined && found.name.toLowerCase() === 'filetransfer'
}

const brokenOff = 'Unexpected end of Stream, the content may have already been read by another component.'

/** Undefined for a part that names nothing: it is passed over. */
function reasonOf(error: MultipartError, { parts, value }: FormLimits): string | undefined {
  if (error._tag === 'InvalidDisposition') return undefined
  if (error._tag === 'ReachedLimit') {
    return error.limit === 'MaxParts' ? `Form value count limit ${parts} exceeded.` : `Form value length limit ${value} exceeded.`
  }
  if (error._tag !== 'BadHeaders') return brokenOff
  if (error.error.reason === 'HeaderTooLarge') return 'Multipart headers length limit 16384 exceeded.'
  return error.error.reason === 'TooManyHeaders' ? 'Multipart headers count limit 100 exceeded.' : 'Invalid header line.'
}
