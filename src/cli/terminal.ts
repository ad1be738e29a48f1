/** What the output can show: its width, and colours. */
import { styleText } from 'node:util'
import type { Io } from './io.ts'

const formats = { heading: 'bold', good: 'green', warning: 'yellow', bad: 'red' } as const
export type Tone = keyof typeof formats

export interface Terminal {
  /** In characters. Infinity: the output is not a terminal, and nothing is cut. */
  readonly width: number
  paint(tone: Tone, text: string): string
}

export function terminalOf(io: Io): Terminal {
  const colours = wantsColours(io)
  return {
    width: io.stdout.columns ?? Number.POSITIVE_INFINITY,
    paint: (tone, text) => (colours ? styleText(formats[tone], text, { validateStream: false }) : text),
  }
}

/** FORCE_COLOR goes before NO_COLOR, and both before what the output is. Source: https://nodejs.org/api/cli.html, https://no-color.org */
function wantsColours({ stdout, env: { FORCE_COLOR, NO_COLOR, TERM } }: Io): boolean {
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR)
  return !NO_COLOR && TERM !== 'dumb' && stdout.isTTY === true
}
