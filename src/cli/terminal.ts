/** What the output can show: its width, and colours. */
import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'

const formats = { heading: 'bold', good: 'green', warning: 'yellow', bad: 'red' } as const
export type Tone = keyof typeof formats

export interface Terminal {
  /** In characters. Infinity: the output is not a terminal, and nothing is cut. */
  readonly width: number
  paint(tone: Tone, text: string): string
}

interface Output {
  readonly stdout: { readonly columns?: number | undefined; readonly isTTY?: boolean | undefined }
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Marks what is ours in a text. Only this process knows it, so no value has it. */
const ours = randomUUID()
const mark = (code: string) => `${ours}(${code})${ours}`
const marks = new RegExp(`${ours}\\(([^)]*)\\)${ours}`)

const sequence = (format: (typeof formats)[Tone], end: 0 | 1) => mark(`\u001b[${inspect.colors[format]?.[end]}m`)

export function terminalOf(io: Output): Terminal {
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
function wantsColours({ stdout, env: { FORCE_COLOR, NO_COLOR, TERM } }: Output): boolean {
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR)
  return !NO_COLOR && TERM !== 'dumb' && stdout.isTTY === true
}
