/** `standin capsule save`: ends the recording of a server, and stores it. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { Failure } from './failure.ts'
import { optional, someText } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'

export const save = defineCommand({
  name: 'save',
  summary: 'End the recording, and store the capsule in a file',
  options: { file: { ...optional('The file to write', someText), word: 'required' }, ...connectionOptions },
  examples: [['standin capsule save bug.capsule', 'Then replay it: standin capsule replay bug.capsule']],
  async run({ values, io }) {
    const { call, bytes } = remote(values)
    const path = resolve(io.folder, values.file ?? '')
    const { calls, file } = await call('control.recordCapsule', { body: { record: false } })
    const written = path === file ? undefined : await store(await bytes('control.readCapsule'), path)
    print(io, values, { file: path, calls, ...(written !== undefined && { bytes: written }) }, () => `${path}: ${calls} calls.\n`)
    return 0
  },
})

/** Leaves no half a file. */
async function store(body: ReadableStream<Uint8Array>, path: string): Promise<number> {
  const half = `${path}.part`
  try {
    const file = createWriteStream(half)
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), file)
    await rename(half, path)
    return file.bytesWritten
  } catch (error) {
    await rm(half, { force: true })
    throw new Failure(`The capsule was not stored at ${path}: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
