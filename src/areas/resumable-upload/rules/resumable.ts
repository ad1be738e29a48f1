/** Reads the header fields of the protocol of resumable uploads, tus 1.0.0. Source: file-transfer §8. */
import { type CallHeaders, header } from '../../../wire/http/call.ts'
import { Refusal } from '../../../wire/refusals/refusal.ts'

export const uploadType = 'application/offset+octet-stream'

const version = '1.0.0'
/** The largest number that the service reads. */
const largest = 2n ** 63n - 1n

/** Refuses a call without the version header. */
export function demandProtocol(headers: CallHeaders): void {
  if (header(headers, 'tus-resumable') === undefined) throw new Refusal('not-resumable')
}

/** Refuses another version, when the caller may upload. */
export function demandVersion(headers: CallHeaders): void {
  const asked = header(headers, 'tus-resumable')
  if (asked !== undefined && asked !== version) throw new Refusal('protocol-version', { version: asked })
}

/** Bytes. Infinity for a number beyond the safe integers, which exceeds every limit. */
export function readLength(headers: CallHeaders): number {
  if (header(headers, 'upload-defer-length') !== undefined)
    throw new Refusal(header(headers, 'upload-length') === undefined ? 'upload-length-deferred' : 'upload-lengths-exclusive')
  const length = readNumber(headers, 'Upload-Length')
  return Number.isSafeInteger(length) ? length : Number.POSITIVE_INFINITY
}

export const readOffset = (headers: CallHeaders): number => readNumber(headers, 'Upload-Offset')

function readNumber(headers: CallHeaders, name: string): number {
  const text = header(headers, name.toLowerCase())
  if (text === undefined) throw new Refusal('upload-header-missing', { header: name })
  // The limit on digits keeps a hostile header from costing much time.
  if (!/^[+-]?\d{1,30}$/.test(text) || BigInt(text.replace('+', '')) > largest)
    throw name === 'Upload-Length' ? new Refusal('upload-length-unreadable') : new Refusal('upload-header-unreadable', { header: name })
  if (text.startsWith('-') && Number(text) !== 0) throw new Refusal('upload-header-negative', { header: name })
  return Math.abs(Number(text))
}

/** Whether the header Upload-Offset names an offset at or beyond a length. */
export function isBeyond(headers: CallHeaders, length: number): boolean {
  const text = header(headers, 'upload-offset')
  return text !== undefined && /^\d+$/.test(text) && Number(text) >= length
}

/** The address of a partial upload. Both ids are undefined for any other address. */
export interface PartAddress {
  /** As the client wrote it. */
  readonly address: string
  readonly fileTransferId?: string | undefined
  readonly partialId?: string | undefined
}

/** What a client uploads: a whole file, a part of one, or a file that consists of earlier parts. */
export type Concat = 'whole' | 'partial' | readonly PartAddress[]

const uploadsPath = '/broker/api/v1/filetransfer/upload/tus/'
const beforePath = /^(?:https?:\/\/[^/]+)?(?:\/|$)/i
const afterPath = /^([^/]+)\/(?:partial\/)?([0-9a-f]{32})\/?$/i

export function readConcat(headers: CallHeaders): Concat {
  const text = header(headers, 'upload-concat')?.trim()
  if (text === undefined) return 'whole'
  if (text === 'partial') return 'partial'
  const addresses = text.startsWith('final;') ? text.slice(6).split(' ').filter(Boolean) : []
  if (addresses.length === 0) throw new Refusal('upload-concat-invalid')
  return addresses.map(readPartAddress)
}

function readPartAddress(address: string): PartAddress {
  const at = address.toLowerCase().lastIndexOf(uploadsPath)
  if (at < 0 || !beforePath.test(address.slice(0, at))) return { address }
  const [, fileTransferId, partialId] = afterPath.exec(address.slice(at + uploadsPath.length)) ?? []
  return { address, fileTransferId, partialId: partialId?.toLowerCase() }
}
