/** A command of Standin: what it says of itself, and what it does. */
import type { Config } from './config.ts'
import type { Io } from './io.ts'
import type { Options, Values } from './option.ts'

export interface Input<O extends Options> {
  readonly values: Values<O>
  readonly config: Config
  readonly io: Io
}

export interface Command<O extends Options = Options> {
  readonly name: string
  readonly summary: string
  readonly options: O
  /** What to type, and what comes of it. */
  readonly examples?: readonly (readonly [line: string, meaning: string])[]
  /** A command either has these, or does something. */
  readonly commands?: readonly Command[]
  /** Resolves to the exit code; 0 where it says none. */
  run?(input: Input<O>): Promise<number | undefined>
}

export const defineCommand = <O extends Options>(command: Command<O>): Command => command
