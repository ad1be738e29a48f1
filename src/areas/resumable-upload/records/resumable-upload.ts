/** A resumable upload: its length, and the bytes received so far. */

/** Milliseconds without a byte after which an upload expires. Source: file-transfer §5.4. */
export const inactivity = 24 * 3_600_000

export interface ResumableUpload {
  readonly fileTransferId: string
  /** 32 hexadecimal digits; empty for a whole file. */
  readonly partialId: string
  /** The number of the upload among those of its transfer, counted from 1. */
  readonly upload: number
  /** Bytes of the whole upload. */
  readonly length: number
  /** The Upload-Concat header of its creation. */
  readonly concat?: string | undefined
  /** The parts to put together, in order; absent afterwards. */
  parts?: readonly ResumableUpload[] | undefined
  /** Bytes received. */
  offset: number
  /** The content so far; absent before the first byte, and after it became the file. */
  content?: PausedContent | undefined
  /** When it was created or last received bytes, in world milliseconds since 1970. */
  active: number
  /** Set when its last bytes came with a checksum: it becomes the file only when its client asks once more. */
  held?: true | undefined
}

export const isComplete = ({ offset, length }: ResumableUpload): boolean => offset === length

/** Whether it has become the file of its transfer. */
export const isFile = (upload: ResumableUpload): boolean =>
  upload.partialId === '' && isComplete(upload) && !upload.content && !upload.parts

/** The state of a malware search between two calls. Plain data. */
export interface SearchState {
  readonly found: boolean
  /** The last bytes, one for each character. */
  readonly tail: string
}

/** Content that arrives in several calls: the bytes so far, and the state of the malware search. */
export interface PausedContent {
  readonly id: string
  readonly size: number
  /** Of the bytes so far. Absent in records of before. */
  readonly md5?: string | undefined
  readonly search: SearchState | undefined
}
