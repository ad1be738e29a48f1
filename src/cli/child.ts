/** Runs a command of the user, in its terminal. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { Failure, messageOf } from './failure.ts'
import { whenNpmEnds } from './npm-end.ts'

export interface ChildOptions {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether what it writes is thrown away. */
  readonly quiet?: boolean
}

/**
 * Resolves to the exit code, as shells count: 128 and the number of the signal for a command that a signal ended. A signal that ends this
 * process ends the command first. Throws a {@link Failure} for a command that cannot run.
 */
export async function runCommand(command: readonly string[], options: ChildOptions): Promise<number> {
  return (await runWithin(command, options)) ?? 1
}

/** The same within so many milliseconds. Null: its time was up, and it was ended. */
export async function runWithin(
  [file = '', ...args]: readonly string[],
  { folder, env, quiet = false }: ChildOptions,
  time?: number,
): Promise<number | null> {
  // On Windows, npm and npx are scripts, which only a shell runs.
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...env },
    stdio: quiet ? 'ignore' : 'inherit',
    shell: process.platform === 'win32',
  })
  const release = passSignalsTo(child)
  let isOver = false
  const timers = time === undefined ? [] : endAfter(child, time, () => (isOver = true))
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    if (isOver) return null
    return code ?? 128 + (signal ? constants.signals[signal] : 0)
  } catch (error) {
    throw new Failure(`${JSON.stringify(file)} cannot run: ${messageOf(error)}.`)
  } finally {
    for (const timer of timers) clearTimeout(timer)
    release()
  }
}

/** Ctrl+C in a terminal reaches the command without us. */
function passSignalsTo(child: ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, pass)
  const unwatch = whenNpmEnds(() => child.kill('SIGTERM'))
  return () => {
    unwatch()
    for (const signal of signals) process.off(signal, pass)
  }
}

/** Milliseconds that a command has to end by itself, once it is asked. */
const grace = 2_000

function endAfter(child: ChildProcess, time: number, ended: () => void): NodeJS.Timeout[] {
  const ask = setTimeout(
    () => {
      ended()
      child.kill('SIGTERM')
    },
    Math.max(0, time),
  )
  return [ask, setTimeout(() => child.kill('SIGKILL'), Math.max(0, time) + grace)]
}
