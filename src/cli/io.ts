/** The parts of the process that a command uses, and the only way to its terminal, which no value controls. */
import { shownLine, shownLines } from '../quoting.ts'
import { boundLog } from './bounded-log.ts'
import { coloured } from './terminal.ts'

interface Stream {
  write(text: string | Uint8Array): unknown
  /** The width of the terminal, in characters; absent where the output is not one. */
  readonly columns?: number | undefined
  readonly isTTY?: boolean | undefined
}

export interface Output extends Pick<Stream, 'columns' | 'isTTY'> {
  /** For people, or JSON: a text is one line, a list one line each. Only our own colours do something; other characters of control are shown. */
  say(lines: string | readonly string[]): void
  /** In the place of the line that the cursor is in. */
  sayAgain(line: string): void
  /** What a user stores or passes on. It is unchanged where the output is not a terminal; there it is a text like others. */
  document(content: string | Uint8Array): void
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
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
  return { stdout: process.stdout, stderr: process.stderr, env: process.env, folder: process.cwd() }
}

export const shownOn = ({ stdout, stderr, ...around }: Streams): Io => ({ ...around, stdout: outputOn(stdout), stderr: outputOn(stderr) })

function outputOn(stream: Stream): Output {
  const write = (text: string) => void stream.write(text)
  const lineOf = (text: string) => coloured(text, shownLine)
  return {
    say: (lines) =>
      write(
        [lines]
          .flat()
          .map((text) => `${lineOf(text)}\n`)
          .join(''),
      ),
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

/** A reader may close the pipe early: `standin journal | head`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
