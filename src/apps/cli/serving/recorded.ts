/** Records to files while a server runs: capsules, and a consumer's pact. */
import { createWriteStream, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { recordedProvider } from '../../../control/create-simulator.ts'
import { beginRecording, endRecording, recordLastMinutes, stateOf } from '../../../control/recordings.ts'
import type { Simulator } from '../../../control/simulator.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { shWordBriefly } from '../../../service/wire/text.ts'
import { fileStore } from '../../capsules/files.ts'
import { Failure, messageOf } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import { demandCapsulePlace, placeBelow, replace, writeBelow } from '../frame/whole-file.ts'

/**
 * Starts a recording, and returns a function that ends it. Rejects with {@link Failure} if the file cannot be written. `tell` is called if
 * writing fails later.
 */
export async function recordedInto(path: string, simulator: Simulator, tell: (text: string) => void): Promise<() => Promise<void>> {
  const lost = (why: string) => tell(`The capsule ${path} is incomplete: it ends here, because writing failed: ${why}.`)
  await beginRecording(simulator, { store: storeAt(path), lost })
  return async () => {
    if (stateOf(simulator).recording) await endRecording(simulator)
  }
}

/** When a bug occurs, saves a capsule of the preceding minutes and calls `tell`. Returns a function that stops the recording. */
export async function recordedOnBug(
  folder: string,
  simulator: Simulator,
  minutes: number,
  tell: (text: string) => void,
): Promise<() => Promise<void>> {
  const { end } = await recordLastMinutes(simulator, {
    minutes,
    async save(lines) {
      const path = join(folder, `bug-${new Date().toISOString().replace(/[-:.]/g, '')}.capsule`)
      try {
        await replace(path, (beside) =>
          pipeline(Readable.from(withEnds(lines)), createGzip(), createWriteStream(beside, { mode: 0o600, flags: 'wx' })),
        )
        tell(`A bug in Standin: the calls before it are in ${path}. To replay them: standin capsules replay ${shWordBriefly(path)}`)
      } catch (error) {
        tell(`A bug in Standin: the capsule was not saved to ${path}: ${messageOf(error)}.`)
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

/**
 * Starts a recording. Returns a function that writes the pact, and reports the file and the calls left out. Reports immediately if the file
 * exists and will be replaced.
 */
export function recordedPact(consumer: string, simulator: Pick<Simulator, 'recordPact'>, { folder, stderr }: Io): () => Promise<void> {
  const recording = simulator.recordPact({ consumer, provider: recordedProvider })
  const file = pactFile(consumer)
  const exists = () => existsSync(resolve(folder, file))
  if (exists()) stderr.say(`${file} exists. It will be replaced when Standin stops.`)
  return async () => {
    const { pact, leftOut } = await recording.pact()
    const { interactions } = pact
    const said = leftOut.map(({ call, why }) => `Left out: ${call}: ${why}.`)
    if (interactions.length === 0) {
      stderr.say([...said, 'None of the recorded calls could be used in a contract, so no pact was written.'])
      return
    }
    const done = exists() ? 'Replaced' : 'Wrote'
    writeBelow(folder, [{ path: file, content: `${JSON.stringify(pact, null, 2)}\n` }], true)
    stderr.say([...said, `${done} ${file}: ${interactions.length} interactions.`])
  }
}

const pactFile = (consumer: string) => join('pacts', `${[consumer, recordedProvider].map(fileName).join('-')}.json`)

/** Throws {@link Misuse} if the pact's path contains a symbolic link. */
export const demandPactPlace = (consumer: string, folder: string) => void placeBelow(resolve(folder), pactFile(consumer), true)

const fileName = (text: string) => text.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '')
