/** Says why a command ended without success. */
import { Misuse } from '../misuse.ts'
import { Failure } from './failure.ts'
import type { Io } from './io.ts'
import { createLog, type LogForm } from './log.ts'

/** Returns the exit code. */
export const tell =
  (io: Io, form: LogForm, hint = '') =>
  (error: unknown): number => {
    const known = error instanceof Misuse || error instanceof Failure
    createLog(io, form, 'error').failure(known ? error.message : trace(error))
    if (hint && error instanceof Misuse) io.stderr.write(`${hint}\n`)
    return error instanceof Misuse ? 2 : 1
  }

const trace = (error: unknown) => `a defect of Standin itself. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
