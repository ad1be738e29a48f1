/** Stores the output of a command in a file, or prints it. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure, messageOf } from './failure.ts'
import type { Io } from './io.ts'

/** `file` is relative to the working folder; undefined: the standard output. `what` begins the message of a failure. */
export function storeOrPrint(io: Io, file: string | undefined, text: string, what: string): void {
  if (file === undefined) {
    io.stdout.document(text)
    return
  }
  const path = resolve(io.folder, file)
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new Failure(`${what} at ${path}: ${messageOf(error)}.`)
  }
}
