/** Reasons to stop a server: signals, the exit of the npm process that started it, and the end of its standard input. */
import { readFileSync } from 'node:fs'
import { readOr } from '../../../platform/node-path.ts'

/** With npm, Ctrl+C arrives twice: from the terminal and from npm. Two signals within this many real milliseconds count as one. */
export const echo = 100
const patience = 1000
const signals = ['SIGINT', 'SIGTERM'] as const

/** Waits for a reason to stop. `untilInputEnds`: the end of standard input also counts as a signal. */
export function stopSignal({ untilInputEnds = false } = {}) {
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
    /** Exits soon, even if handles are still open. */
    leaveSoon: () => void setTimeout(() => process.exit(), patience).unref(),
    /** Removes the handlers, so the next signal kills the process. */
    end() {
      for (const signal of signals) process.off(signal, stop)
      endWatch()
      endReading()
    },
  }
}

/** Real milliseconds that calls in flight have to complete after standard input ends. */
const grace = 5000

/**
 * Calls `call` when standard input ends. A pipe ends when the last process that can write to it exits for any reason. Returns a function
 * that stops reading.
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

/** Real milliseconds between checks of the parent. */
const between = 200

/**
 * `npm start` and `npx` run a shell, which runs this process. A signal to npm ends only the shell or only npm, so this process would keep
 * running. Without npm, outliving the parent is intended: the shell in a CI step ends, but the server must keep running. Returns a function
 * that stops watching.
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

/** Returns the process ids of the ancestors up to npm: a shell, and for the first `npm start` the set-up step. */
function upToNpm(): number[] {
  const chain = [process.ppid]
  // Without npm, only the direct parent counts.
  for (let pid: number | undefined = process.ppid; pid !== undefined && chain.length < 4; pid = parentOf(pid)) {
    if (pid !== process.ppid) chain.push(pid)
    if (isNpm(pid)) return chain
  }
  return [process.ppid]
}

/** Returns `undefined` without `/proc`, which exists only on Linux. */
function parentOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined
  // The name in parentheses can contain any character.
  const [, parent] =
    readOf(pid, 'stat')
      ?.replace(/^.*\) /s, '')
      .split(' ') ?? []
  return parent === undefined ? undefined : Number(parent)
}

const isNpm = (pid: number) => readOf(pid, 'comm')?.startsWith('npm') === true

const readOf = (pid: number, file: string) => readOr(undefined, () => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
