/** The parts of the process that a command uses, and the only way to its terminal, which no value controls. */

import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { inspect } from 'node:util'
import { shownLine, shownLines } from '../../../service/wire/text.ts'
import { boundLog } from '../serving/bounded-log.ts'

interface Stream {
  write(text: string | Uint8Array): unknown
  /** The width of the terminal, in characters; absent where the output is not one. */
  readonly columns?: number | undefined
  readonly isTTY?: boolean | undefined
}

export interface Output extends Pick<Stream, 'columns' | 'isTTY'> {
  /**
   * For people, or JSON: a text is one line, a list one line each. Only our own colours do something; other characters of control are
   * shown.
   */
  say(lines: string | readonly string[]): void
  /** In the place of the line that the cursor is in. */
  sayAgain(line: string): void
  /** A line that stays the last one until the next, or until anything is said. Undefined removes it. Only a terminal has it. */
  status(line: string | undefined): void
  /** What a user stores or passes on. It is unchanged where the output is not a terminal; there it is a text like others. */
  document(content: string | Uint8Array): void
}

/** What is done, and how far it is. */
export interface Step {
  /** `Downloading a.pdf` */
  readonly does: string
  readonly done?: number
  readonly of?: number
  /** What is counted: `runs`, or `bytes`, which have a rate. */
  readonly unit?: string
}

export interface Progress {
  tell(step: Step): void
  /** The same bytes, counted as they pass. */
  counted(bytes: ReadableStream<Uint8Array>, step: Step): ReadableStream<Uint8Array>
}

interface Around {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The working folder. */
  readonly folder: string
}

export interface Io extends Around {
  readonly stdout: Output
  readonly stderr: Output
}

/** What a process has before anything is shown. */
export interface Streams extends Around {
  readonly stdout: Stream
  readonly stderr: Stream
}

export function processStreams(): Streams {
  process.stdout.on('error', ended)
  // The exit code still says how it went.
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
      // The last column stays free: some terminals begin another line there.
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

/** Everything that this process writes stays within the bounds of a log. */
export const boundOwnLog = (log: string): void => boundLog(log, [process.stdout, process.stderr])

function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    return end('The working folder does not exist any more. Change into one that does.', 2)
  }
}

/** A reader may close the pipe early: `standin journal | head`. A disk may be full. */
function ended(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') end(`What it says cannot be written: ${error.message}.`, 1)
}

function end(text: string, code: number): never {
  try {
    writeSync(process.stderr.fd, `standin: ${text}\n`)
  } catch {
    // It is the standard error that cannot be written.
  }
  return process.exit(code)
}

const formats = { heading: 'bold', good: 'green', warning: 'yellow', bad: 'red' } as const
export type Tone = keyof typeof formats

export interface Terminal {
  /** In characters. Infinity: the output is not a terminal, and nothing is cut. */
  readonly width: number
  paint(tone: Tone, text: string): string
}

/** Marks what is ours in a text. Only this process knows it, so no value has it. */
const ours = randomUUID()
const mark = (code: string) => `${ours}(${code})${ours}`
const marks = new RegExp(`${ours}\\(([^)]*)\\)${ours}`)

const sequence = (format: (typeof formats)[Tone], end: 0 | 1) => mark(`\u001b[${inspect.colors[format]?.[end]}m`)

interface OutputAndEnvironment extends Pick<Around, 'env'> {
  readonly stdout: Pick<Stream, 'columns' | 'isTTY'>
}

export function terminalOf(io: OutputAndEnvironment): Terminal {
  const colours = wantsColours(io)
  return {
    width: io.stdout.columns ?? Number.POSITIVE_INFINITY,
    paint: (tone, text) => (colours ? `${sequence(formats[tone], 0)}${text}${sequence(formats[tone], 1)}` : text),
  }
}

/** What the terminal gets: our own marks in its language, and everything between them as `shown` shows it. */
export const coloured = (text: string, shown: (text: string) => string): string =>
  text
    .split(marks)
    .map((part, at) => (at % 2 === 1 ? part : shown(part)))
    .join('')

/** FORCE_COLOR goes before NO_COLOR, and both before what the output is. Source: https://nodejs.org/api/cli.html, https://no-color.org */
function wantsColours({ stdout, env: { FORCE_COLOR, NO_COLOR, TERM } }: OutputAndEnvironment): boolean {
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR)
  return !NO_COLOR && TERM !== 'dumb' && stdout.isTTY === true
}
