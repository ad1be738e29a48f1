/** Reads the header fields of the protocol of resumable uploads, tus 1.0.0. Source: file-transfer §8. */
import { type CallHeaders, header } from '../http/call.ts'
import { Refusal } from '../refusals.ts'

export const uploadType = 'application/offset+octet-stream'

const version = '1.0.0'
/** The largest number that the service reads. */
const largest = 2n ** 63n - 1n

/** Refuses who speaks no tus, or another. */
export function demandVersion(headers: CallHeaders): void {
  const spoken = header(headers, 'tus-resumable')
  if (spoken === undefined) throw new Refusal('not-resumable')
  if (spoken !== version) throw new Refusal('protocol-version', { version: spoken })
}

/** What counts as more than anyone may upload comes out as infinite. */
export function readLength(headers: CallHeaders): number {
  if (header(headers, 'upload-defer-length') !== undefined) throw new Refusal('upload-length-deferred')
  const length = readNumber(headers, 'Upload-Length')
  return Number.isSafeInteger(length) ? length : Number.POSITIVE_INFINITY
}

export const readOffset = (headers: CallHeaders): number => readNumber(headers, 'Upload-Offset')

function readNumber(headers: CallHeaders, name: string): number {
  const text = header(headers, name.toLowerCase())
  if (text === undefined) throw new Refusal('upload-header-missing', { header: name })
  // Numbers of any length would cost any time.
  if (!/^[+-]?\d{1,30}$/.test(text) || BigInt(text.replace('+', '')) > largest)
    throw new Refusal('upload-header-unreadable', { header: name })
  if (text.startsWith('-') && Number(text) !== 0) throw new Refusal('upload-header-negative', { header: name })
  return Math.abs(Number(text))
}

/** Whether an offset is named that lies at or beyond a length. */
export function isBeyond(headers: CallHeaders, length: number): boolean {
  const text = header(headers, 'upload-offset')
  return text !== undefined && /^\d+$/.test(text) && Number(text) >= length
}

export interface PartName {
  /** As it was sent. */
  readonly place: string
  /** Undefined: it names no part of any file. */
  readonly fileTransferId?: string | undefined
  readonly partialId?: string | undefined
}

/** What an upload is to be: a whole file, a part of one, or parts put together. */
export type Concat = 'whole' | 'partial' | readonly PartName[]

const uploadsPath = '/broker/api/v1/filetransfer/upload/tus/'
const beforePath = /^(?:https?:\/\/[^/]+)?(?:\/|$)/i
const afterPath = /^([^/]+)\/(?:partial\/)?([0-9a-f]{32})\/?$/i

export function readConcat(headers: CallHeaders): Concat {
  const text = header(headers, 'upload-concat')?.trim()
  if (text === undefined) return 'whole'
  if (text === 'partial') return 'partial'
  const places = text.startsWith('final;') ? text.slice(6).split(' ').filter(Boolean) : []
  if (places.length === 0) throw new Refusal('upload-concat-invalid')
  return places.map(partName)
}

function partName(place: string): PartName {
  const at = place.toLowerCase().lastIndexOf(uploadsPath)
  if (at < 0 || !beforePath.test(place.slice(0, at))) return { place }
  const [, fileTransferId, partialId] = afterPath.exec(place.slice(at + uploadsPath.length)) ?? []
  return { place, fileTransferId, partialId: partialId?.toLowerCase() }
}
