/** A file of the log that is being written. */
import { closeSync, fdatasync, fdatasyncSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { lineOf, type Sign } from './lines.ts'

const syncFile = promisify(fdatasync)

/** Characters of entries that are written in one line. */
const longLine = 2 ** 20

export interface LogFile {
  /** Bytes. */
  readonly size: number
  /** Adds an entry to the batch. */
  add(entry: string): void
  /** Hands the batch to the operating system. When it throws, the batch stays, and the next call tries again. */
  endBatch(): void
  /** Whether anything was added since the last batch. */
  readonly isOpen: boolean
  /** Resolves when the disk has everything that was written until now. */
  sync(): Promise<void>
  syncNow(): void
  close(): void
}

/** Appends to a file. `head` is the first line of a new one. `last`: the checksum of the last line of one that goes on. */
export function openLogFile(path: string, head: string, last = 0): LogFile {
  const descriptor = openSync(path, 'a', 0o600)
  let size = fstatSync(descriptor).size
  let waiting: string[] = []
  let length = 0
  /** Lines that are complete, and could not be written. */
  let lines: Buffer[] = []
  let isOpen = false
  let checksum = last
  /** Whether the file may end with a part of a line. */
  let isTorn = false

  function push(sign: Sign): void {
    const line = lineOf(sign, `[${waiting.join(',')}]`, checksum)
    lines.push(line.bytes)
    checksum = line.checksum
    waiting = []
    length = 0
    write()
  }
  /** Keeps what it cannot write. */
  function write(): void {
    const bytes = lines.length === 1 ? (lines[0] as Buffer) : Buffer.concat(lines)
    lines = [bytes]
    if (isTorn) cut()
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
    } catch (error) {
      isTorn = true
      cut()
      throw error
    }
    size += bytes.length
    lines = []
  }
  /** A line behind a torn one would be lost. */
  function cut(): void {
    ftruncateSync(descriptor, size)
    isTorn = false
  }
  if (size === 0) {
    const line = lineOf('=', head)
    lines.push(line.bytes)
    checksum = line.checksum
    try {
      write()
    } catch (error) {
      closeSync(descriptor)
      // An empty log would look like one that was lost.
      rmSync(path, { force: true })
      throw error
    }
  }
  return {
    get size() {
      return size
    },
    get isOpen() {
      return isOpen || lines.length > 0
    },
    add(entry) {
      isOpen = true
      waiting.push(entry)
      length += entry.length
      if (length >= longLine) {
        try {
          push('+')
        } catch {
          // The end of the batch tries again, and reports it.
        }
      }
    },
    endBatch() {
      if (isOpen) {
        isOpen = false
        push('=')
      } else if (lines.length > 0) write()
    },
    sync: () => syncFile(descriptor),
    syncNow: () => fdatasyncSync(descriptor),
    close: () => closeSync(descriptor),
  }
}
