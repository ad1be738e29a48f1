/** `standin capsule save`: ends the recording of a server, and stores it. */

import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { demandCapsulePlace } from './capsule-place.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { countedCalls } from './counted-calls.ts'
import { Failure, messageOf } from './failure.ts'
import { optional, someText } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'
import { replace } from './whole-file.ts'

export const save = defineCommand({
  name: 'save',
  summary: 'End the recording, and store the capsule in a file',
  options: { file: { ...optional('The file to write', someText), word: 'required' }, ...connectionOptions },
  examples: [['standin capsule save bug.capsule', 'Then replay it: standin capsule replay bug.capsule']],
  async run({ values, io }) {
    const { call, bytes } = remote(values)
    const path = resolve(io.folder, values.file ?? '')
    // Before the recording ends: a user can name another file.
    demandCapsulePlace(path)
    const { calls, controlCalls, world, file, incomplete } = await call('control.recordCapsule', { body: { record: false } })
    const written = path === file ? undefined : await store(await bytes('control.readCapsule'), path)
    const told = { file: path, calls, controlCalls, incomplete, ...(written !== undefined && { bytes: written }) }
    print(
      io,
      values,
      told,
      () =>
        `${path}: ${incomplete === null ? countedCalls(told) : `not all of ${countedCalls(told)}: ${incomplete}`}.${nothingIn(told, world)}`,
    )
    return incomplete === null ? 0 : 1
  },
})

/** A name that was misspelt shows here. */
const nothingIn = ({ calls }: { readonly calls: number }, world: string | null) =>
  calls > 0 ? '' : ` ${world === null ? 'No call came' : `No call came to the world ${world}`} while it was recorded.`

/** Resolves to the number of bytes. */
async function store(body: ReadableStream<Uint8Array>, path: string): Promise<number> {
  let bytes = 0
  await replace(path, async (beside) => {
    // The same as of a file that the server records to: it is for its owner alone.
    const file = createWriteStream(beside, { mode: 0o600, flags: 'wx' })
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), file)
    bytes = file.bytesWritten
  }).catch((error: unknown) => {
    throw new Failure(`The capsule was not stored at ${path}: ${messageOf(error)}.`)
  })
  return bytes
}
