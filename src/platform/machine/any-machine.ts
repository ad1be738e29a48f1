/** Platform functions shared by Node and browsers: real time, outgoing calls, fingerprints of secrets, and internal error reports. */

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { gatherBytes } from '../../service/wire/call.ts'
import { shownDefect } from '../../service/wire/text.ts'
import { ClientGone, type OutgoingReply, type OutgoingRequest, type Platform, ReplyTooLong } from '../../service/world/platform.ts'

export const alarm = (defect: unknown): void => console.error('A bug in Standin:', shownDefect(defect))

const sealingKey = crypto.getRandomValues(new Uint8Array(32))
/** Caches fingerprints, because a client sends the same token with every call. */
const sealed = new Map<string, string>()
const [mostSealed, longestSealed] = [200, 4_096]

/** Returns an 8-character fingerprint of a secret: an HMAC under a key of this process. */
export function seal(text: string): string {
  const cached = sealed.get(text)
  if (cached !== undefined) return cached
  const made = bytesToHex(hmac(sha256, sealingKey, utf8ToBytes(text))).slice(0, 8)
  if (text.length > longestSealed) return made
  if (sealed.size >= mostSealed) sealed.clear()
  sealed.set(text, made)
  return made
}

export const makeSecret = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)))

/** Browsers need `follow`: with `manual`, a browser hides the redirect's reply. */
export const outgoingCall =
  (redirect: 'manual' | 'follow') =>
  async ({ method, url, headers, body, timeout, limit, signal }: OutgoingRequest): Promise<OutgoingReply> => {
    const late = AbortSignal.timeout(Math.ceil(timeout))
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect,
        signal: AbortSignal.any([signal, late]),
        ...(body !== undefined && { body }),
      })
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await read(response, limit) }
    } catch (error) {
      if (error instanceof ReplyTooLong) throw error
      if (late.aborted) throw new Error(`no reply within ${Math.ceil(timeout / 1000)} s`)
      throw new Error(reasonOf(error))
    }
  }

async function read({ status, body }: Response, limit: number): Promise<Uint8Array> {
  if (limit === 0) {
    await body?.cancel()
    return new Uint8Array()
  }
  const gathered = gatherBytes()
  let size = 0
  // An error in the loop cancels the rest of the reply.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new ReplyTooLong(status, limit)
    gathered.add(chunk)
  }
  return gathered.whole()
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  return code === '' ? error.message : `${error.message} (${code})`
}

/** Returns the code of the error's cause: the cause of Node's "fetch failed" error contains the actual reason. */
export function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
}

/** Maximum duration of a timer in milliseconds. A longer timer would fire immediately. */
const longest = 2 ** 31 - 1

/** Milliseconds by which the two clocks may diverge between two reads: rounding, and drift per millisecond. */
const [rounding, drift] = [50, 2e-4]
/** Both clocks must be read within this many milliseconds. If the process was suspended between the two reads, both are read again. */
const together = 10
const mostReads = 5

type MachineClock = Pick<Platform, 'now' | 'tick' | 'lead' | 'whenSet'>

/** Creates a clock that never goes backwards: if the machine's clock is set back, time continues on the monotonic clock. */
export function createMachineClock(wall = () => Date.now(), tick = () => performance.now()): MachineClock {
  const listeners = new Set<(by: number) => void>()
  let [lastWall, lastTick, shown, lead] = [wall(), tick(), 0, 0]

  const jumpTo = (read: number, ticked: number) => read - lastWall - (ticked - lastTick)
  const wasSet = (read: number, ticked: number) => Math.abs(jumpTo(read, ticked)) > rounding + (ticked - lastTick) * drift

  return {
    now() {
      let read = wall()
      let ticked = tick()
      for (let reads = 1, isQuick = false; wasSet(read, ticked) && !isQuick && reads < mostReads; reads++) {
        const before = ticked
        read = wall()
        ticked = tick()
        isQuick = ticked - before < together
      }
      const by = jumpTo(read, ticked)
      const isSet = wasSet(read, ticked)
      lastWall = read
      lastTick = ticked
      if (isSet) {
        // A jump forward must reduce the lead; otherwise setting the clock back and forth would push time ahead.
        lead = Math.max(0, Math.round(lead - by))
        for (const listener of listeners) listener(Math.round(by))
      }
      shown = Math.max(shown, read + lead)
      return shown
    },
    tick,
    lead: () => lead,
    whenSet(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Creates a clock per platform, so that a simulator is only notified about steps that affect its own time. */
export const machineTime = (): MachineClock & Pick<Platform, 'pause' | 'wake'> => ({ ...createMachineClock(), pause, wake })

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

/** Lets the process exit while the timer is pending. Node's timers are objects; browser timers are numbers. */
function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref()
}
