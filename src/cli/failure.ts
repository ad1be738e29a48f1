/** A failure of something that was asked for correctly: one sentence, and exit code 1. */
import { linesText } from '../quoting.ts'

export class Failure extends Error {
  /** A text is one line, a list one line each, whatever stands in them. */
  constructor(message: string | readonly string[]) {
    super(linesText(message))
    this.name = 'Failure'
  }
}

/** The words of anything that was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
