/** Gets the token of a caller from a command of the user, for implementations whose tokens Standin cannot make. */
import type { Identity } from '../client.ts'
import { outputOf } from '../pact/shell.ts'
import { scopes } from '../wire/scopes.ts'
import { windowsLine } from './child.ts'
import { Failure, messageOf } from './command.ts'

/**
 * Runs the command in a shell, with two arguments: the organization number, and the scopes with spaces between them. Its output is the
 * token. Rejects with its error output. The signal ends it.
 */
export const tokenBy =
  (command: string, folder: string) =>
  async ({ orgNo, scope = Object.values(scopes).join(' ') }: Identity, signal: AbortSignal): Promise<string> => {
    const name = `${command} ${orgNo} "${scope}"`.slice(0, 500)
    const { file, args } = shellCall(command, [orgNo, scope], process.platform)
    const said = outputOf(file, args, { folder, signal, windowsVerbatimArguments: true })
    const {
      output: token,
      complaint,
      code,
    } = await said.catch((error: unknown) => {
      throw new Failure(`The command ${name} cannot run: ${messageOf(error)}.`)
    })
    if (code === 0 && /[^\x20-\x7e]/.test(token))
      throw new Failure(`The command ${name} printed what is no token: ${JSON.stringify(token.slice(0, 100))}.`)
    if (code === 0 && token !== '') return token
    throw new Failure(`The command ${name} ${code === 0 ? 'printed no token' : `ended with ${code}`}. ${complaint}`.trim())
  }

interface ShellCall {
  readonly file: string
  readonly args: readonly string[]
}

/** What stays letters also in a batch file, which reads its words again, and may do it without quotes. */
const plainOnWindows = /^[\w:./ -]*$/

/**
 * How a shell runs a line of the user, followed by words that anyone may have chosen. The words are never part of the line. cmd.exe has no
 * other way, so that it gets plain letters only. Throws a {@link Failure} for words that the command cannot get.
 */
export function shellCall(line: string, words: readonly string[], platform: NodeJS.Platform): ShellCall {
  const isWindows = platform === 'win32'
  for (const word of words) {
    const why = word.startsWith('-')
      ? 'begins with -, and the command would read it as an option'
      : word.includes('\0')
        ? 'has a NUL'
        : isWindows && !plainOnWindows.test(word)
          ? 'has characters that cmd.exe may run'
          : undefined
    if (why !== undefined) throw new Failure(`The command gets no ${JSON.stringify(word.slice(0, 100))}: it ${why}.`)
  }
  // The first word would be a command of its own, or the name of a file.
  const whole = line.trimEnd()
  if (/[;&|(<>]$/.test(whole) || line.slice(whole.length).includes('\n'))
    throw new Failure(`The command ${line} is not whole: its two arguments stand at its end.`)
  if (!isWindows) return { file: '/bin/sh', args: ['-c', `${line} "$@"`, 'sh', ...words] }
  return { file: process.env.ComSpec ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line} ${windowsLine(words)}"`] }
}
