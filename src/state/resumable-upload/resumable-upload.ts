/** A resumable upload: how much was announced, and how much came in. */

import type { SearchState } from '../file-transfer/malware.ts'

/** Milliseconds without a byte after which an upload is gone. Source: file-transfer §5.4. */
export const inactivity = 24 * 3_600_000

export interface ResumableUpload {
  readonly fileTransferId: string
  /** 32 hexadecimal digits; empty for a whole file. */
  readonly partialId: string
  /** Which of the transfer's uploads, counted from 1. */
  readonly upload: number
  /** Bytes announced. */
  readonly length: number
  /** The header by which it was made part of a concatenation. */
  readonly concat?: string | undefined
  /** Of what it is put together, in order, until it is. */
  parts?: readonly ResumableUpload[] | undefined
  /** Bytes taken in. */
  offset: number
  /** Where they are; absent before the first, and after they have become the file. */
  content?: PausedContent | undefined
  /** When it was made or last got bytes, in world milliseconds since 1970. */
  active: number
}

export const isComplete = ({ offset, length }: ResumableUpload): boolean => offset === length

/** Whether it has become the file of its transfer. */
export const isFile = (upload: ResumableUpload): boolean =>
  upload.partialId === '' && isComplete(upload) && !upload.content && !upload.parts

/** Content that comes in several calls: what there is so far, and how far its search has come. */
export interface PausedContent {
  readonly id: string
  readonly size: number
  readonly search: SearchState | undefined
}
