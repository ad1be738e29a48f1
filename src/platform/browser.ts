/** The platform where there is only what the web defines. */
import type { Platform } from '../state/platform.ts'
import { alarm } from './alarm.ts'
import { memoryBlobs } from './memory-blobs.ts'
import { outgoingCall } from './outgoing-call.ts'
import { time } from './time.ts'

export const browserPlatform = (): Platform => ({ ...time, breathe, openBlobs: memoryBlobs, call: outgoingCall('follow'), alarm })

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
