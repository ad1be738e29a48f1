/** Parses the headers of tus 1.0.0, the resumable upload protocol. Source: file-transfer §8. */
import { type CallHeaders, header } from '../../../wire/call.ts'
import { Refusal } from '../../../wire/refusal.ts'

export const uploadType = 'application/offset+octet-stream'

/** Refuses a content type other than the one for uploads. The service accepts no parameters in the content type. */
export function demandUploadType(headers: CallHeaders): void {
  const type = header(headers, 'content-type') ?? ''
  if (type.toLowerCase() !== uploadType) throw new Refusal('upload-type-wrong', { type: type.slice(0, 200) })
}

const version = '1.0.0'
/** The largest number that the service can parse. */
const largest = 2n ** 63n - 1n

export function demandProtocol(headers: CallHeaders): void {
  if (header(headers, 'tus-resumable') === undefined) throw new Refusal('not-resumable')
}

/** Refuses other versions. Call after checking the caller's access. */
export function demandVersion(headers: CallHeaders): void {
  const clientVersion = header(headers, 'tus-resumable')
  if (clientVersion !== undefined && clientVersion !== version) throw new Refusal('protocol-version', { version: clientVersion })
}

/** Returns the length in bytes, or Infinity for a number beyond the safe integers, which exceeds every limit. */
export function readLength(headers: CallHeaders): number {
  if (header(headers, 'upload-defer-length') !== undefined)
    throw new Refusal(header(headers, 'upload-length') === undefined ? 'upload-length-deferred' : 'upload-lengths-exclusive')
  const length = Number(readNumber(headers, 'Upload-Length'))
  return Number.isSafeInteger(length) ? length : Number.POSITIVE_INFINITY
}

export const readOffset = (headers: CallHeaders): bigint => readNumber(headers, 'Upload-Offset')

function readNumber(headers: CallHeaders, name: string): bigint {
  const text = header(headers, name.toLowerCase())
  if (text === undefined) throw new Refusal('upload-header-missing', { header: name })
  const number = readLong(text)
  if (number === undefined)
    throw name === 'Upload-Length' ? new Refusal('upload-length-unreadable') : new Refusal('upload-header-unreadable', { header: name })
  if (number < 0n) throw new Refusal('upload-header-negative', { header: name })
  return number
}

/** Limits the number of digits, because a hostile header could take a long time to parse. */
function readLong(text: string): bigint | undefined {
  const number = /^[+-]?\d{1,30}$/.test(text) ? BigInt(text.replace('+', '')) : undefined
  return number === undefined || number > largest || number < -largest - 1n ? undefined : number
}

/** True if the Upload-Offset header equals or exceeds a length. */
export function isBeyond(headers: CallHeaders, length: number): boolean {
  const offset = readLong(header(headers, 'upload-offset') ?? '')
  return offset !== undefined && offset >= length
}

export interface PartAddress {
  /** The rest of the part's URL after the file transfer id. */
  readonly name: string
  /** Undefined if the name does not identify a part. */
  readonly partialId?: string | undefined
}

/** The content of an upload: a whole file, a part of a file, or a concatenation of earlier parts. */
export type Concat = 'whole' | 'partial' | readonly PartAddress[]

const uploadsPath = '/broker/api/v1/filetransfer/upload/tus/'
const beforePath = /^(?:https?:\/\/[^/]+)?(?:\/|$)/
const ofPart = /^(?:partial\/)?([0-9a-f]{32})$/i

/** Parses the Upload-Concat header. `fileTransferId`: the id as written in the call's path. */
export function readConcat(headers: CallHeaders, fileTransferId: string): Concat {
  const text = header(headers, 'upload-concat')?.trim()
  if (text === undefined) return 'whole'
  if (text === 'partial') return 'partial'
  if (!text.startsWith('final;') || text.length === 6) throw new Refusal('upload-concat-invalid')
  // The service accepts several blanks between two URLs, but none before the first.
  return text
    .slice(6)
    .split(/ +/)
    .map((address) => readPartAddress(address, uploadsPath + fileTransferId))
}

/**
 * Parses the URL of a part. The URL must extend the file's path, and is case-sensitive. A prefix that selects this world can come before
 * the path.
 */
function readPartAddress(address: string, file: string): PartAddress {
  const at = address.lastIndexOf(file)
  if (at < 0 || !beforePath.test(address.slice(0, at))) throw new Refusal('upload-concat-invalid')
  const [path = ''] = address.slice(at + file.length).split(/[?#]/, 1)
  const name = path.split('/').filter(Boolean).join('/')
  return { name, partialId: ofPart.exec(name)?.[1]?.toLowerCase() }
}

const pairs =
  'The Upload-Metadata request and response header MUST consist of one or more comma - separated key - value pairs. ' +
  'The key and value MUST be separated by a space.The key MUST NOT contain spaces and commas and MUST NOT be empty. ' +
  'The key SHOULD be ASCII encoded and the value MUST be Base64 encoded. All keys MUST be unique. The value MAY be empty. ' +
  'In these cases, the space, which would normally separate the key and the value, MAY be left out.'

/** Refuses invalid metadata. The metadata is not used, but must be valid. */
export function demandReadableMetadata(headers: CallHeaders): void {
  const keys = new Set<string>()
  let rest = header(headers, 'upload-metadata') ?? ''
  while (rest !== '') {
    const comma = rest.indexOf(',')
    const pair = comma < 0 ? rest : rest.slice(0, comma).trimEnd()
    const blank = pair.indexOf(' ')
    const [key, value] = blank < 0 ? [pair, ''] : [pair.slice(0, blank), pair.slice(blank + 1).trimEnd()]
    const problem = value.includes(' ') ? pairs : problemOf(key, value, keys)
    if (problem !== undefined) throw new Refusal('upload-metadata-invalid', { problem })
    keys.add(key)
    rest = comma < 0 ? '' : rest.slice(comma + 1)
  }
}

function problemOf(key: string, value: string, keys: ReadonlySet<string>): string | undefined {
  if (key === '') return 'Key must not be empty'
  if (keys.has(key)) return 'Duplicate keys are not allowed'
  return isBase64(value) ? undefined : `Value for ${key} is not properly encoded using base64`
}

/** True for valid Base64. As in .NET, the string can contain blanks. */
function isBase64(written: string): boolean {
  const text = written.replace(/[ \t\r\n]/g, '')
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}

/** True if a call sends a checksum for its bytes. Refuses a checksum that is malformed or not an MD5. */
export function hasChecksum(headers: CallHeaders): boolean {
  const text = header(headers, 'upload-checksum')
  if (text === undefined) return false
  const blank = text.indexOf(' ')
  const [algorithm, hash] = [text.slice(0, Math.max(blank, 0)).trim(), text.slice(blank + 1).trim()]
  if (algorithm === '' || hash === '' || !isBase64(hash)) throw new Refusal('upload-header-unreadable', { header: 'Upload-Checksum' })
  if (algorithm.toLowerCase() !== 'md5') throw new Refusal('upload-checksum-unsupported')
  return true
}
