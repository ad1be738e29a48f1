/** The log of a server: lines of text, or each line one object of JSON. */
import type { Io } from './io.ts'

export type LogForm = 'text' | 'json' | 'off'

/** `warn`: a call that Standin itself refused, one that was answered 5xx, and what a user should know. `error`: a defect. */
export const logLevels = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Log {
  readonly form: LogForm
  /** Whether lines of this level are written. */
  shows(level: LogLevel): boolean
  /** Something that happened to the server. In text it is written as it is. */
  event(name: string, facts: object, text: string): void
  /** What a user should know, on the standard error. */
  warn(text: string): void
  /** A defect of Standin itself, on the standard error. */
  defect(thrown: unknown): void
  /** Why a command ended without success, on the standard error. */
  failure(text: string): void
}

export function createLog(io: Io, form: LogForm, least: LogLevel): Log {
  const shows = (level: LogLevel) => logLevels.indexOf(level) >= logLevels.indexOf(least)
  const line = (level: LogLevel, facts: object) => `${JSON.stringify({ time: new Date().toISOString(), level, ...facts })}\n`
  return {
    form,
    shows,
    event(name, facts, text) {
      if (form !== 'json') io.stdout.write(text)
      else if (shows('info')) io.stdout.write(line('info', { event: name, ...facts }))
    },
    defect(thrown) {
      const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
      io.stderr.write(form === 'json' ? line('error', { event: 'defect', message: text }) : `A defect of Standin itself: ${text}\n`)
    },
    warn(text) {
      if (shows('warn')) io.stderr.write(form === 'json' ? line('warn', { message: text.trimEnd() }) : text)
    },
    failure: (text) => io.stderr.write(form === 'json' ? line('error', { message: text }) : `standin: ${text}\n`),
  }
}
