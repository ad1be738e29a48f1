/** Stores the output of a command in a file, or prints it. */
import { resolve } from 'node:path'
import { Misuse } from '../misuse.ts'
import { Failure, messageOf } from './failure.ts'
import type { Io } from './io.ts'
import { writeNamed } from './named-file.ts'

/** `file` is relative to the working folder; undefined: the standard output. `what` begins the message of a failure. */
export function storeOrPrint(io: Io, file: string | undefined, text: string, what: string): void {
  if (file === undefined) {
    io.stdout.document(text)
    return
  }
  const path = resolve(io.folder, file)
  try {
    writeNamed(path, text)
  } catch (error) {
    if (error instanceof Misuse) throw error
    throw new Failure(`${what} at ${path}: ${messageOf(error)}.`)
  }
}
