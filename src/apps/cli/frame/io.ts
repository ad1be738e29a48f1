/** A command's access to its process and the terminal, which escapes control characters in all output. */

import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { inspect } from 'node:util'
import { shownLine, shownLines } from '../../../service/wire/text.ts'
import { boundLog } from '../serving/bounded-log.ts'

interface Stream {
  write(text: string | Uint8Array): unknown
  /** Terminal width in characters. Absent if the output is not a terminal. */
  readonly columns?: number | undefined
  readonly isTTY?: boolean | undefined
}

export interface Output extends Pick<Stream, 'columns' | 'isTTY'> {
  /** Prints text or JSON: a string is one line, an array one line per entry. Escapes control characters, except our own colours. */
  say(lines: string | readonly string[]): void
  /** Replaces the current line. */
  sayAgain(line: string): void
  /** Shows a status line below the output until the next call. `undefined` removes it. Terminals only. */
  status(line: string | undefined): void
  /** Prints a document. On a terminal, control characters are escaped; otherwise it is unchanged. */
  document(content: string | Uint8Array): void
}

export interface Step {
  /** For example `Downloading a.pdf`. */
  readonly does: string
  readonly done?: number
  readonly of?: number
  /** The unit of `done` and `of`, such as `runs`. For `bytes`, the rate is also shown. */
  readonly unit?: string
}

export interface Progress {
  tell(step: Step): void
  /** Passes the bytes through and counts them. */
  counted(bytes: ReadableStream<Uint8Array>, step: Step): ReadableStream<Uint8Array>
}

interface Around {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
}

export interface Io extends Around {
  readonly stdout: Output
  readonly stderr: Output
}

export interface Streams extends Around {
  readonly stdout: Stream
  readonly stderr: Stream
}

export function processStreams(): Streams {
  process.stdout.on('error', ended)
  // Ignored: the exit code still conveys the result.
  process.stderr.on('error', () => {})
  return { stdout: process.stdout, stderr: process.stderr, env: process.env, folder: workingFolder() }
}

export const shownOn = ({ stdout, stderr, ...around }: Streams): Io => ({ ...around, stdout: outputOn(stdout), stderr: outputOn(stderr) })

function outputOn(stream: Stream): Output {
  const write = (text: string) => void stream.write(text)
  const lineOf = (text: string) => coloured(text, shownLine)
  let open = 0
  const removed = () => {
    const blanks = open === 0 ? '' : `\r${' '.repeat(open)}\r`
    open = 0
    return blanks
  }
  return {
    say: (lines) =>
      write(
        removed() +
          [lines]
            .flat()
            .map((text) => `${lineOf(text)}\n`)
            .join(''),
      ),
    status(line) {
      if (!stream.isTTY || (line === undefined && open === 0)) return
      // The last column stays empty, because some terminals wrap there.
      const text = line === undefined ? '' : shownLine(line).slice(0, Math.max(0, (stream.columns ?? 80) - 1))
      write(removed() + text)
      open = text.length
    },
    sayAgain: (line) => write(`\r${lineOf(line)}`),
    document(content) {
      if (!stream.isTTY) stream.write(content)
      else write(shownLines(typeof content === 'string' ? content : Buffer.from(content).toString('utf8')))
    },
    get columns() {
      return stream.columns
    },
    get isTTY() {
      return stream.isTTY
    },
  }
}

export const boundOwnLog = (log: string): void => boundLog(log, [process.stdout, process.stderr])

function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    return end('The working folder no longer exists. Change to an existing folder.', 2)
  }
}

/** Ignores a closed pipe (`standin journal | head`). Exits on other errors, such as a full disk. */
function ended(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') end(`The output cannot be written: ${error.message}.`, 1)
}

function end(text: string, code: number): never {
  try {
    writeSync(process.stderr.fd, `standin: ${text}\n`)
  } catch {
    // Standard error cannot be written to either.
  }
  return process.exit(code)
}

const formats = { heading: 'bold', good: 'green', warning: 'yellow', bad: 'red' } as const
export type Tone = keyof typeof formats

export type Terminal = ReturnType<typeof terminalOf>

/** Marks our own formatting in a string. Random per process, so that no value can contain it. */
const ours = randomUUID()
const mark = (code: string) => `${ours}(${code})${ours}`
const marks = new RegExp(`${ours}\\(([^)]*)\\)${ours}`)

const sequence = (format: (typeof formats)[Tone], end: 0 | 1) => mark(`\u001b[${inspect.colors[format]?.[end]}m`)

interface OutputAndEnvironment extends Pick<Around, 'env'> {
  readonly stdout: Pick<Stream, 'columns' | 'isTTY'>
}

export function terminalOf(io: OutputAndEnvironment) {
  const colours = wantsColours(io)
  return {
    /** Width in characters. Infinity if the output is not a terminal, so nothing is truncated. */
    width: io.stdout.columns ?? Number.POSITIVE_INFINITY,
    paint: (tone: Tone, text: string) => (colours ? `${sequence(formats[tone], 0)}${text}${sequence(formats[tone], 1)}` : text),
  }
}

/** Converts our markers to escape sequences, and escapes everything else with `shown`. */
export const coloured = (text: string, shown: (text: string) => string): string =>
  text
    .split(marks)
    .map((part, at) => (at % 2 === 1 ? part : shown(part)))
    .join('')

/**
 * True if the output should have colours. FORCE_COLOR overrides NO_COLOR, and both override the detection of a terminal. Source:
 * https://nodejs.org/api/cli.html, https://no-color.org
 */
function wantsColours({ stdout, env: { FORCE_COLOR, NO_COLOR, TERM } }: OutputAndEnvironment): boolean {
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR)
  return !NO_COLOR && TERM !== 'dumb' && stdout.isTTY === true
}
