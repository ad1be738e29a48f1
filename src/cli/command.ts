/** A command of the command line: its help, its options and what it does. */

import type { Io } from './io.ts'
import type { Options, Values } from './option.ts'
import type { Config } from './values.ts'

export interface Input<O extends Options> {
  readonly values: Values<O>
  readonly config: Config
  readonly io: Io
  /** The words of the command line, before `--`. */
  readonly args: readonly string[]
  /** The command of the user, behind `--`. */
  readonly rest: readonly string[]
}

export interface Command<O extends Options = Options> {
  readonly name: string
  readonly summary: string
  readonly options: O
  /** What the command above it does when no command is named. */
  readonly byDefault?: true
  /** What to type, and what it does. */
  readonly examples?: readonly (readonly [line: string, meaning: string])[]
  /** Whether a command of the user follows, behind `--`. */
  readonly takesCommand?: true
  /** Whether it uses libraries that the program of one file does not have. */
  readonly needsPackage?: true
  /** A command has either commands of its own or `run`. */
  readonly commands?: readonly Command[]
  /** Resolves to the exit code; undefined means 0. */
  run?(input: Input<O>): Promise<number | undefined>
}

export const defineCommand = <O extends Options>(command: Command<O>): Command => command
