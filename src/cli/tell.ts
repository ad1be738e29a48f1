/** Says why a command ended without success. */
import { Misuse } from '../misuse.ts'
import { shownDefect } from '../quoting.ts'
import { Failure } from './failure.ts'
import type { Io } from './io.ts'
import { createLog, type LogForm } from './log.ts'

/** Returns the exit code. */
export const tell =
  (io: Io, form: LogForm, hint = '') =>
  (error: unknown): number => {
    const known = error instanceof Misuse || error instanceof Failure
    createLog(io, form, 'error').failure(known ? error.message : `a defect of Standin itself. ${shownDefect(error)}`)
    if (hint && error instanceof Misuse) io.stderr.say(hint)
    return error instanceof Misuse ? 2 : 1
  }
