/** Time as the web counts it, in browsers and on Node. */
import { ClientGone, type Platform } from '../state/platform.ts'

/** What a timer can count: a longer one fires at once. */
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
      takeBack()
      reject(new ClientGone())
    }
    const takeBack = countDown(milliseconds, end)
    signal?.addEventListener('abort', leave, { once: true })
  })
}

function wake(milliseconds: number, call: () => void): () => void {
  return countDown(milliseconds, call, letGo)
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

/** Browsers number their timers; Node's are objects, which hold the process until they are let go. */
function letGo(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref()
}
