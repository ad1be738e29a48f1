/** The platform where there is only what the web defines. */
import { ClientGone, type Platform } from '../state/platform.ts'
import { memoryBlobs } from './browser-blobs.ts'
import { outgoingCall } from './outgoing-call.ts'

/** What a timer can count: a longer one fires at once. */
const longest = 2 ** 31 - 1

export function browserPlatform(): Platform {
  return {
    now: () => Date.now(),
    tick: () => performance.now(),
    pause,
    wake,
    breathe,
    openBlobs: memoryBlobs,
    call: outgoingCall('follow'),
    alarm: (defect) => console.error('A defect of Standin itself:', defect),
  }
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

/** A message is handled without the 4 ms that browsers add to nested timers. */
function breathe(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
