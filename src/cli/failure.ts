/** A failure of a command, and what is said of why it ended without success. */

import { Damage, Misuse } from '../misuse.ts'
import { linesText, shownDefect } from '../quoting.ts'
import type { Io } from './io.ts'
import { createLog, type LogForm } from './log.ts'

export class Failure extends Error {
  /** A text is one line, a list one line each, whatever stands in them. */
  constructor(message: string | readonly string[]) {
    super(linesText(message))
    this.name = 'Failure'
  }
}

/** The words of anything that was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** Returns the exit code. */
export const tell =
  (io: Io, form: LogForm, hint = '') =>
  (error: unknown): number => {
    const known = error instanceof Misuse || error instanceof Failure || error instanceof Damage
    createLog(io, form, 'error').failure(known ? error.message : `a defect of Standin itself. ${shownDefect(error)}`)
    if (hint && error instanceof Misuse) io.stderr.say(hint)
    return error instanceof Misuse ? 2 : 1
  }
