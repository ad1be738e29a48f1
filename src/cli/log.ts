/** The log of a server: lines of text, or each line one object of JSON. */
import { shownDefect } from '../quoting.ts'
import type { Io } from './io.ts'

export type LogForm = 'text' | 'json' | 'off'

/** `warn`: a call that Standin itself refused, one that was answered 5xx, and what a user should know. `error`: a defect. */
export const logLevels = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Log {
  readonly form: LogForm
  /** Whether lines of this level are written. */
  shows(level: LogLevel): boolean
  /** Something that happened to the server. */
  event(name: string, facts: object, lines: readonly string[]): void
  /** What a user should know, on the standard error. A text is one line, a list one line each. */
  warn(said: string | readonly string[]): void
  /** A defect of Standin itself, on the standard error. */
  defect(thrown: unknown): void
  /** Why a command ended without success, on the standard error. `text` has no lines but ours. */
  failure(text: string): void
}

export function createLog(io: Io, form: LogForm, least: LogLevel): Log {
  const shows = (level: LogLevel) => logLevels.indexOf(level) >= logLevels.indexOf(least)
  const line = (level: LogLevel, facts: object) => JSON.stringify({ time: new Date().toISOString(), level, ...facts })
  return {
    form,
    shows,
    event(name, facts, lines) {
      if (form !== 'json') io.stdout.say(lines)
      else if (shows('info')) io.stdout.say(line('info', { event: name, ...facts }))
    },
    defect(thrown) {
      const text = shownDefect(thrown)
      io.stderr.say(form === 'json' ? line('error', { event: 'defect', message: text }) : `A defect of Standin itself: ${text}`.split('\n'))
    },
    warn(said) {
      const lines = [said].flat().map((each) => each.trimEnd())
      if (shows('warn')) io.stderr.say(form === 'json' ? line('warn', { message: lines.join('\n') }) : lines)
    },
    failure: (text) => io.stderr.say(form === 'json' ? line('error', { message: text }) : `standin: ${text}`.split('\n')),
  }
}
