/** Runs a user's command in the terminal. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { cmdWord } from '../../../service/wire/text.ts'
import { Failure, messageOf } from './command.ts'
import { echo, whenNpmEnds } from './stop-signal.ts'

export interface ChildOptions {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly quiet?: boolean
}

/**
 * Resolves to the exit code, or by shell convention to 128 plus the signal number if a signal ended the command. A signal that ends this
 * process ends the command first. Rejects with a {@link Failure} if the command cannot be run.
 */
export async function runCommand(command: readonly string[], options: ChildOptions): Promise<number> {
  return (await runWithin(command, options)) ?? 1
}

/**
 * Like {@link runCommand}, with a time limit in milliseconds. Resolves to `null` after a timeout, which ends the command. The command gets
 * its own process group, so that its background processes do not outlive it. Signals go to the whole group; otherwise, a shell or npm would
 * exit without its child processes. On a terminal, only our own group can read input and receive Ctrl+C, so a command without a time limit
 * stays in our group. Windows lacks process groups.
 */
export async function runWithin(
  [file = '', ...args]: readonly string[],
  { folder, env, quiet = false }: ChildOptions,
  time?: number,
): Promise<number | null> {
  if (file === '') throw new Failure('The command is empty. Specify a program to run.')
  const isGroup = (time !== undefined || !process.stdin.isTTY) && process.platform !== 'win32'
  // On Windows, npm and npx are scripts that need a shell, which takes a single command line.
  const isWindows = process.platform === 'win32'
  const child = spawn(isWindows ? windowsLine([file, ...args]) : file, isWindows ? [] : args, {
    cwd: folder,
    env: { ...env },
    stdio: quiet ? 'ignore' : 'inherit',
    shell: isWindows,
    detached: isGroup,
  })
  const send = isGroup ? (signal: Signal) => sendToGroup(child, signal) : (signal: Signal) => child.kill(signal)
  const passing = passSignals(send, isGroup)
  let isOver = false
  const timers = time === undefined ? [] : endAfter(send, time, () => (isOver = true))
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    if (isGroup) await endGroup(send, passing.begun() ? grace : leaving)
    if (isOver) return null
    return code ?? 128 + (signal ? constants.signals[signal] : 0)
  } catch (error) {
    throw new Failure(`${JSON.stringify(file)} cannot be run: ${messageOf(error)}.`)
  } finally {
    for (const timer of timers) clearTimeout(timer)
    passing.end()
  }
}

type Signal = NodeJS.Signals | 0

/** Returns `false` if the group has no processes left. */
function sendToGroup({ pid }: ChildProcess, signal: Signal): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal)
  } catch {
    return false
  }
}

/** Forwards signals. In our process group, Ctrl+C reaches the command directly. A second signal kills the group. */
function passSignals(send: (signal: Signal) => boolean, isGroup: boolean) {
  let first: number | undefined
  const pass = (signal: NodeJS.Signals) => {
    const isSecond = first !== undefined && performance.now() - first > echo
    first ??= performance.now()
    if (signal !== 'SIGINT' || isGroup || !process.stdin.isTTY) send(isSecond && isGroup ? 'SIGKILL' : signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, pass)
  const unwatch = whenNpmEnds(() => pass('SIGTERM'))
  const kill = () => void send('SIGKILL')
  if (isGroup) process.on('exit', kill)
  return {
    /** True once the command has been asked to exit. */
    begun: () => first !== undefined,
    end() {
      unwatch()
      process.off('exit', kill)
      for (const signal of signals) process.off(signal, pass)
    },
  }
}

/** Real milliseconds: time for background processes to exit, and polling interval. */
const [leaving, between] = [500, 10]

async function endGroup(send: (signal: Signal) => boolean, most: number): Promise<void> {
  if (!send('SIGTERM')) return
  for (let waited = 0; waited < most && send(0); waited += between) await pause(between)
  send('SIGKILL')
}

/** Milliseconds that a command has to exit after the first signal. */
const grace = 2_000

function endAfter(send: (signal: Signal) => boolean, time: number, ended: () => void): NodeJS.Timeout[] {
  const ask = setTimeout(
    () => {
      ended()
      send('SIGTERM')
    },
    Math.max(0, time),
  )
  return [ask, setTimeout(() => void send('SIGKILL'), Math.max(0, time) + grace)]
}

/** Throws a {@link Failure} for a word that cannot be quoted safely. */
export const windowsLine = (words: readonly string[]): string => words.map(wordOf).join(' ')

function wordOf(word: string): string {
  const quoted = cmdWord(word)
  if (quoted !== undefined) return quoted
  throw new Failure(
    `${JSON.stringify(word.slice(0, 100))} cannot be passed to the command, because cmd.exe would interpret its ", %, ! or line break.`,
  )
}
