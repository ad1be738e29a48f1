/** Records a capsule into a file while a server runs. */

import { fileStore } from '../capsule/files.ts'
import { beginRecording, endRecording, stateOf } from '../capsule/recordings.ts'
import type { Simulator } from '../simulator.ts'
import { Failure, messageOf } from './failure.ts'

/** Returns what ends the recording. Rejects with {@link Failure} for a file that cannot be written. */
export async function recordedInto(path: string, simulator: Simulator): Promise<() => Promise<void>> {
  await beginRecording(simulator, { store: storeAt(path) })
  return async () => {
    if (stateOf(simulator).recording) await endRecording(simulator)
  }
}

function storeAt(path: string) {
  try {
    return fileStore(path)
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${messageOf(error)}.`)
  }
}
