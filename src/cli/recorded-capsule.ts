/** Records capsules into files while a server runs. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Simulator } from '../knobs.ts'
import { Misuse } from '../misuse.ts'
import { fileStore } from '../record/capsule/files.ts'
import { beginRecording, endRecording, keepLastMinutes, stateOf } from '../record/capsule/recordings.ts'
import { demandCapsulePlace } from './capsule-place.ts'
import { Failure, messageOf } from './failure.ts'
import { replace } from './whole-file.ts'

/** Returns what ends the recording. Rejects with {@link Failure} for a file that cannot be written. `tell` is told when it can no longer be. */
export async function recordedInto(path: string, simulator: Simulator, tell: (text: string) => void): Promise<() => Promise<void>> {
  const lost = (why: string) => tell(`The capsule ${path} is not whole. It ends here, because nothing more can be stored: ${why}.`)
  await beginRecording(simulator, { store: storeAt(path), lost })
  return async () => {
    if (stateOf(simulator).recording) await endRecording(simulator)
  }
}

/** Returns what ends it. `tell` names each file. */
export async function recordedOnBug(
  folder: string,
  simulator: Simulator,
  minutes: number,
  tell: (text: string) => void,
): Promise<() => Promise<void>> {
  const { end } = await keepLastMinutes(simulator, {
    minutes,
    async save(lines) {
      const path = join(folder, `bug-${new Date().toISOString().replace(/[-:.]/g, '')}.capsule`)
      try {
        await replace(path, (beside) =>
          pipeline(Readable.from(withEnds(lines)), createGzip(), createWriteStream(beside, { mode: 0o600, flags: 'wx' })),
        )
        tell(`A defect of Standin: what led to it is in ${path}. Replay it: standin capsule replay ${path}`)
      } catch (error) {
        tell(`A defect of Standin: the capsule was not stored at ${path}: ${messageOf(error)}.`)
      }
    },
  })
  return end
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

function storeAt(path: string) {
  try {
    demandCapsulePlace(path)
    return fileStore(path)
  } catch (error) {
    if (error instanceof Misuse || error instanceof Failure) throw error
    throw new Failure(`${path} cannot be written: ${messageOf(error)}.`)
  }
}
