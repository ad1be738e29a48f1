/** The signals that stop a server, the end of the npm that started it, and the end of its standard input. */
import { readFileSync } from 'node:fs'

export interface StopSignal {
  /** Resolves at the first signal. */
  readonly first: Promise<void>
  /** Ends the process soon, even if something keeps it alive. */
  leaveSoon(): void
  /** From then on, a signal ends the process at once. */
  end(): void
}

/** Ctrl+C under npm arrives twice, from the terminal and from npm. Two signals within these real milliseconds count as one. */
export const echo = 100
const patience = 1000
const signals = ['SIGINT', 'SIGTERM'] as const

/** `untilInputEnds`: the end of the standard input is a signal, too. */
export function stopSignal({ untilInputEnds = false } = {}): StopSignal {
  let first = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  function stop(): void {
    const now = performance.now()
    if (first > 0 && now - first > echo) process.exit(1)
    first ||= now
    resolve()
  }
  for (const signal of signals) process.on(signal, stop)
  const endWatch = whenNpmEnds(resolve)
  const endReading = untilInputEnds ? whenInputEnds(resolve) : () => {}
  return {
    first: promise,
    leaveSoon: () => void setTimeout(() => process.exit(), patience).unref(),
    end() {
      for (const signal of signals) process.off(signal, stop)
      endWatch()
      endReading()
    },
  }
}

/** Real milliseconds that the calls of other programs get when the standard input has ended. */
const grace = 5000

/**
 * The system closes a pipe when the last process that writes to it ends, however it ends. Ignores what is read. Returns a function that
 * ends the reading.
 */
function whenInputEnds(call: () => void): () => void {
  const { stdin } = process
  function ended(): void {
    setTimeout(() => process.exit(1), grace).unref()
    call()
  }
  for (const event of ['end', 'error']) stdin.once(event, ended)
  stdin.resume()
  return () => stdin.destroy()
}

/** Real milliseconds between two looks at the parent. */
const between = 200

/**
 * `npm start` and `npx` run a shell, which runs this process. A signal to npm ends the shell alone, or only npm, and the process would
 * stay. Without npm it outlives its parent: the shell of a CI step ends, and the server must not. Returns a function that ends the watch.
 */
export function whenNpmEnds(call: () => void): () => void {
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const chain = upToNpm()
  const looking = setInterval(() => {
    if (chain.every((pid, index) => pid === (index === 0 ? process.ppid : parentOf(chain[index - 1])))) return
    clearInterval(looking)
    call()
  }, between).unref()
  return () => clearInterval(looking)
}

/**
 * The process that started this one, and those above it, up to npm: a shell, and for the first `npm start` the step that set everything up.
 */
function upToNpm(): number[] {
  const chain = [process.ppid]
  // Without npm above, only the direct parent counts.
  for (let pid: number | undefined = process.ppid; pid !== undefined && chain.length < 4; pid = parentOf(pid)) {
    if (pid !== process.ppid) chain.push(pid)
    if (isNpm(pid)) return chain
  }
  return [process.ppid]
}

/** Undefined where the system has no `/proc`, which is all but Linux. */
function parentOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined
  // The name in brackets may hold anything.
  const [, parent] =
    readOf(pid, 'stat')
      ?.replace(/^.*\) /s, '')
      .split(' ') ?? []
  return parent === undefined ? undefined : Number(parent)
}

const isNpm = (pid: number) => readOf(pid, 'comm')?.startsWith('npm') === true

function readOf(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
