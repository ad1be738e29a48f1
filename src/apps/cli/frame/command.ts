/** The parts of a command: help, options, behaviour, and failures. */

import { Damage, Misuse } from '../../../service/wire/misuse.ts'
import { linesText, shownDefect } from '../../../service/wire/text.ts'
import { createLog, type LogForm } from '../serving/log.ts'
import type { Io, Progress, Step } from './io.ts'
import type { Options, Values } from './option.ts'
import type { Config } from './values.ts'

export interface Input<O extends Options> {
  readonly values: Values<O>
  readonly config: Config
  readonly io: Io
  /** Arguments before `--`. */
  readonly args: readonly string[]
  /** The user's command after `--`. */
  readonly rest: readonly string[]
}

export interface Command<O extends Options = Options> {
  readonly name: string
  /** Former names that still work. */
  readonly also?: readonly string[]
  readonly summary: string
  readonly options: O
  /** True for the default subcommand. */
  readonly byDefault?: true
  readonly examples?: readonly (readonly [line: string, meaning: string])[]
  /** True if the user's command follows `--`; `optional` if it can be omitted. */
  readonly takesCommand?: true | 'optional'
  /** True if the command needs libraries that are missing from the single-file program. */
  readonly needsPackage?: true
  /** Subcommands. A command has either these or `run`. */
  readonly commands?: readonly Command[]
  /** Resolves to the exit code. Default: 0. */
  run?(input: Input<O>): Promise<number> | Promise<void>
}

export interface CommandGroup {
  readonly title: string
  readonly commands: readonly Command[]
}

export const defineCommand = <O extends Options>(command: Command<O>): Command => command

/** A command with subcommands. `also`: former names. */
export const commandGroup = ([name, ...also]: readonly [string, ...string[]], summary: string, commands: readonly Command[]): Command => ({
  name,
  also,
  summary,
  options: {},
  commands,
})

const unseen: Progress = { tell() {}, counted: (bytes) => bytes }

/** Shows progress on a terminal if the work takes longer than a second. */
export async function withProgress<Result>(
  { stderr }: Pick<Io, 'stderr'>,
  first: Step,
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  return stderr.isTTY ? (await import('./progress.ts')).showProgress(stderr, first, work) : work(unseen)
}

export class Failure extends Error {
  /** A string is a single line; an array is one line per entry, even if an entry contains line breaks. */
  constructor(message: string | readonly string[]) {
    super(linesText(message))
    this.name = 'Failure'
  }
}

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

export const codeOf = (thrown: unknown): unknown => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined)

/** Errors that choosing another path would not fix: disk full, or resources exhausted. */
const ofMachine = ['EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC']

/** True if the system rejected a path that the user specified. */
const refusedPath = (error: unknown): error is Error & { readonly path: string } =>
  error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string'

function knownOf(error: unknown): Error | undefined {
  if (error instanceof Misuse || error instanceof Failure || error instanceof Damage) return error
  if (!refusedPath(error)) return undefined
  const text = `${error.path} cannot be used: ${error.message.split(',', 1)[0]}.`
  return ofMachine.includes(String(codeOf(error))) ? new Failure(text) : new Misuse(text)
}

export const isDefect = (thrown: unknown): boolean => knownOf(thrown) === undefined

/** Prints an error, and returns the exit code. */
export const tell =
  (io: Io, form: LogForm, hint = '') =>
  (error: unknown): number => {
    const known = knownOf(error)
    createLog(io, form, 'error').failure(known?.message ?? `a bug in Standin. ${shownDefect(error)}`)
    if (hint && known instanceof Misuse) io.stderr.say(hint)
    return known instanceof Misuse ? 2 : 1
  }

/** Returns a {@link Failure} that explains why a server cannot listen. Other errors are returned unchanged. */
export function unable(error: unknown, { port, host }: { readonly port: number; readonly host: string }): unknown {
  const code = refusedPath(error) ? undefined : codeOf(error)
  if (code === 'EADDRINUSE') return new Failure(`Port ${port} on ${host} is in use. Use another port, or --port 0 for any free port.`)
  if (code === 'EACCES') return new Failure(`You are not allowed to use port ${port} on ${host}. Use a port above 1023, or --port 0.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new Failure(`${host} is not one of this machine's addresses (--host).`)
  return error
}
