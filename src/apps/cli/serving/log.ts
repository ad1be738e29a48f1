/** A server's log, as text or JSON lines: one entry per call, written when its reply is sent. */

import { addressIn } from '../../../service/engine/address.ts'
import type { Answer, AnswerNote, Call, Carrier } from '../../../service/wire/call.ts'
import { shownDefect } from '../../../service/wire/text.ts'
import type { Io } from '../frame/io.ts'

export type LogForm = 'text' | 'json' | 'off'

/** `warn`: calls that Standin refused, 5xx, and notes for the user. `error`: bugs. */
const logLevels = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export type Log = ReturnType<typeof createLog>

/** `control`: the text log includes successful calls to control rows. The JSON log always does. */
export function createLog(io: Io, form: LogForm, least: LogLevel, control = false) {
  const shows = (level: LogLevel) => logLevels.indexOf(level) >= logLevels.indexOf(least)
  const line = (level: LogLevel, facts: object) => JSON.stringify({ time: new Date().toISOString(), level, ...facts })
  return {
    form,
    /** True to include successful calls to control rows. */
    control: control || form === 'json',
    shows,
    event(name: string, facts: object, lines: readonly string[]) {
      if (form !== 'json') io.stdout.say(lines)
      else if (shows('info')) io.stdout.say(line('info', { event: name, ...facts }))
    },
    defect(thrown: unknown) {
      const text = shownDefect(thrown)
      io.stderr.say(form === 'json' ? line('error', { event: 'defect', message: text }) : `A bug in Standin: ${text}`.split('\n'))
    },
    /** Prints a note for the user to standard error. A string is a single line; an array is one line per entry. */
    warn(said: string | readonly string[]) {
      const lines = [said].flat().map((each) => each.trimEnd())
      if (shows('warn')) io.stderr.say(form === 'json' ? line('warn', { message: lines.join('\n') }) : lines)
    },
    /** Prints to standard error why a command failed. `text` is split at line breaks, so it must be Standin's own text. */
    failure: (text: string) => io.stderr.say(form === 'json' ? line('error', { message: text }) : `standin: ${text}`.split('\n')),
  }
}

interface Entry {
  readonly time: string
  readonly level: LogLevel
  /** `null` if the URL contains no world. */
  readonly world: string | null
  /** The row's id. */
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly status: number | null
  readonly code: string | null
  /** Duration in real milliseconds. */
  readonly ms: number
  readonly scenario: string | null
  /** Reason for the reply, unless the reply contains it. */
  readonly why: string | null
  /** The mistake in a call that Standin itself refused. */
  readonly mistake: string | null
}

const forms: Readonly<Record<Exclude<LogForm, 'off'>, (entry: Entry) => string>> = {
  json: (entry) => JSON.stringify(entry),
  text: ({ time, method, path, status, code, ms, scenario, why, mistake }) =>
    [time, method, path, status ?? '-', code, `${ms}ms`, scenario && `scenario=${scenario}`, printable(mistake ?? withoutCode(why, code))]
      .filter(Boolean)
      .join(' '),
}

/** Removes the refusal's key from the reason if it equals the code. */
const withoutCode = (why: string | null, code: string | null) =>
  why !== null && code !== null && why.startsWith(`${code}: `) ? why.slice(code.length + 2) : (why ?? '')

export function logged(
  carrier: Carrier,
  { form, shows, control }: Pick<Log, 'form' | 'shows' | 'control'>,
  write: (line: string) => void,
): Carrier {
  if (form === 'off') return carrier
  return async (call) => {
    const began = performance.now()
    const time = new Date().toISOString()
    const delivery = await carrier(call)
    return {
      ...delivery,
      sent(report) {
        delivery.sent(report)
        const ms = Math.round((performance.now() - began) * 10) / 10
        const { status, code, scenario, operation, why } = delivery.line ?? { ...unknownLine, status: delivery.answer.status }
        const mistake = mistakeOf(delivery.answer)
        const level = mistake !== null || (status ?? 0) >= 500 ? 'warn' : 'info'
        if (!shows(level)) return
        const address = addressIn(call)
        if (!control && address?.path.startsWith('/_standin') && (status ?? 0) < 400) return
        const { method } = call
        const world = address?.world ?? null
        const path = pathOf(call)
        write(forms[form]({ time, level, world, operation, method, path, status, code, ms, scenario, why, mistake }))
      },
    }
  }
}

const unknownLine: Omit<AnswerNote, 'status'> = { code: null, scenario: null, operation: null, why: null }

/** Returns a misuse's details, because some clients, such as contract verifiers, do not show them. */
function mistakeOf({ headers, body }: Answer): string | null {
  if (headers['x-standin-misuse'] === undefined || typeof body !== 'string') return null
  return (JSON.parse(body) as { detail: string }).detail
}

/** Returns the path of a call's URL. Escapes all characters that are not printable ASCII, such as terminal control characters. */
const pathOf = ({ url }: Call) => url.split('?', 1)[0]?.replace(/[^\x21-\x7e]/g, escaped) ?? ''
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, escaped)

const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
