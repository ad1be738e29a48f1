/** The signals that stop a server. */
import { whenNpmEnds } from './npm-end.ts'

export interface StopSignal {
  /** Resolves at the first signal. */
  readonly first: Promise<void>
  /** Ends the process soon, even if something keeps it alive. */
  leaveSoon(): void
}

/** Ctrl+C under npm arrives twice, from the terminal and from npm. Two signals within these real milliseconds count as one. */
export const echo = 100
const patience = 1000

export function stopSignal(): StopSignal {
  let first = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  function stop(): void {
    const now = performance.now()
    if (first > 0 && now - first > echo) process.exit(1)
    first ||= now
    resolve()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  whenNpmEnds(resolve)
  return {
    first: promise,
    leaveSoon: () => void setTimeout(() => process.exit(), patience).unref(),
  }
}
