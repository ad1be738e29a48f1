/** The platform in a browser, using only web APIs. */

import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Hashing, Platform } from '../service/world/platform.ts'
import { memoryBlobs } from './blobs/blob-store.ts'
import { alarm, machineTime, makeSecret, outgoingCall, seal } from './machine/any-machine.ts'

function sha256(): Hashing {
  const hashing = hash.create()
  return { update: (chunk) => void hashing.update(chunk), end: () => bytesToHex(hashing.digest()) }
}

export const browserPlatform = (): Platform => ({
  ...machineTime(),
  breathe,
  openBlobs: memoryBlobs,
  call: outgoingCall('follow'),
  alarm,
  seal,
  makeSecret,
  sha256,
})

/** Lets the event loop process pending events. Uses a message instead of a timer, because browsers delay each nested timer by 4 ms. */
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
