/** Real time, in browsers and on Node. */
import { ClientGone, type Platform } from '../state/platform.ts'

/** Milliseconds. A timer that is longer fires at once. */
const longest = 2 ** 31 - 1

export const time: Pick<Platform, 'now' | 'tick' | 'pause' | 'wake'> = {
  now: () => Date.now(),
  tick: () => performance.now(),
  pause,
  wake,
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ClientGone())
    const end = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      cancel()
      reject(new ClientGone())
    }
    const cancel = countDown(milliseconds, end)
    signal?.addEventListener('abort', leave, { once: true })
  })
}

function wake(milliseconds: number, call: () => void): () => void {
  return countDown(milliseconds, call, unref)
}

function countDown(milliseconds: number, call: () => void, started: (timer: unknown) => void = () => {}): () => void {
  let timer: ReturnType<typeof setTimeout>
  const count = (left: number) => {
    const step = Math.min(left, longest)
    timer = setTimeout(() => (left > step ? count(left - step) : call()), step)
    started(timer)
  }
  count(milliseconds)
  return () => clearTimeout(timer)
}

/** Timers of Node are objects that keep the process alive. Timers of browsers are numbers. */
function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref()
}
