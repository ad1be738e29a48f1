/** A snapshot on disk: the document in a file, and large files in a folder next to it, named by their SHA-256. */
import { createReadStream, existsSync, lstatSync, statSync } from 'node:fs'
import { open, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Simulator } from '../../../control/simulator.ts'
import type { Restored } from '../../../persistence/snapshot-document.ts'
import { demandFile, makeFolder } from '../../../platform/node-path.ts'
import { demandModest } from '../../../service/wire/json.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { codeOf, Failure, messageOf, withProgress } from '../frame/command.ts'
import type { Io, Step } from '../frame/io.ts'
import { replace, writeChecked } from '../frame/whole-file.ts'

interface Content {
  readonly sha256: string
  readonly size: number
}

/** Progress before a file: bytes in the previous files, and in all files. */
type Passed = Required<Pick<Step, 'done' | 'of'>>

type Read = (sha256: string, passed: Passed) => Promise<ReadableStream<Uint8Array>>

/** The target of a restore: a simulator, or a server. */
export interface Target {
  restore(document: unknown): Promise<Restored>
  put(sha256: string, bytes: ReadableStream<Uint8Array>, passed: Passed): Promise<unknown>
}

/** Maximum size of the document in bytes, excluding the files next to it. */
const mostSnapshot = 2 ** 28

const folderOf = (file: string) => `${file}.contents`
const sha256Form = /^[0-9a-f]{64}$/

/** Replaces an existing snapshot atomically. Rejects with {@link Failure} if the snapshot cannot be saved. */
export async function saveFile(file: string, document: unknown, read: Read) {
  await refuseOtherFile(file)
  const folder = folderOf(file)
  demandNoLink(folder)
  const contents = contentsBeside(document)
  const made: string[] = []
  try {
    if (contents.length > 0) makeFolder(folder)
    for (const [nth, content] of contents.entries()) {
      const path = join(folder, content.sha256)
      if (!existsSync(path)) made.push(path)
      await writeChecked(path, content, await read(content.sha256, passedBefore(contents, nth)))
    }
    const text = JSON.stringify(document)
    await replace(file, (beside) => writeFile(beside, text, { flush: true, flag: 'wx' }))
    await removeOthers(folder, contents)
    return { file, bytes: Buffer.byteLength(text), contents: { folder, files: contents.length, bytes: sizeOf(contents) } }
  } catch (error) {
    for (const path of made) await rm(path, { force: true })
    await rmdir(folder).catch(() => {})
    if (error instanceof Failure || error instanceof Misuse) throw error
    throw new Failure(`The snapshot was not saved to ${file}: ${messageOf(error)}.`)
  }
}

/** Sends large files only if the target does not have them. Rejects with {@link Misuse} for a file that cannot be restored. */
export async function restoreFile(file: string, { restore, put }: Target): Promise<Restored> {
  const document = await readDocument(file)
  const restoring = () =>
    restore(document).catch((error: unknown) => {
      throw about(file, error)
    })
  try {
    return await restoring()
  } catch (error) {
    if (!(error instanceof Misuse && error.status === 409 && error.choices)) throw error
    const missing = new Set(error.choices)
    const needed = contentsBeside(document).filter(({ sha256 }) => missing.has(sha256))
    const paths = needed.map((content) => contentPath(file, content))
    for (const [nth, { sha256 }] of needed.entries()) await send(paths[nth] ?? '', (bytes) => put(sha256, bytes, passedBefore(needed, nth)))
    return restoring()
  }
}

/** Returns a sentence for each setting that differs from the file. */
export async function restoreInto({ restore, snapshotContents }: Simulator, file: string, io: Pick<Io, 'stderr'>): Promise<string[]> {
  const does = `Restoring ${file}`
  const restored = await withProgress(io, { does }, ({ counted }) =>
    restoreFile(file, { restore, put: (sha256, bytes, passed) => snapshotContents.put(sha256, counted(bytes, { does, ...passed })) }),
  )
  return differencesText(restored)
}

export const differencesText = ({ differences }: Restored): string[] =>
  differences.map(
    ({ setting, snapshot, here }) => `The ${setting} setting was ${JSON.stringify(snapshot)}; here it is ${JSON.stringify(here)}.`,
  )

/** Throws {@link Misuse} for a symbolic link. */
function demandNoLink(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Misuse(`${folder} is a symbolic link. A snapshot's files must be in a real folder next to it.`)
}

async function readDocument(file: string): Promise<object> {
  demandFile(file, mostSnapshot)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Misuse(codeOf(error) === 'ENOENT' ? `File not found: ${file}.` : `${file} cannot be read: ${messageOf(error)}.`)
  })
  demandModest(text, { most: mostSnapshot, place: file })
  const document = parse(text, file)
  if (typeof document === 'object' && document !== null && 'format' in document && document.format === 'standin-snapshot') return document
  throw new Misuse(`${file} is not a Standin snapshot: its "format" is not "standin-snapshot".`)
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Misuse(`${file} is not a complete snapshot: ${messageOf(error)}.`)
  }
}

/** Returns the files that the document references but does not contain, without duplicates. */
function contentsBeside(document: unknown): Content[] {
  const { contents } = (document ?? {}) as { readonly contents?: unknown }
  const beside = (Array.isArray(contents) ? contents : []).filter((each) => each?.base64 === undefined && sha256Form.test(each?.sha256))
  return [...new Map(beside.map(({ sha256, size }): [string, Content] => [sha256, { sha256, size }])).values()]
}

function contentPath(file: string, { sha256, size }: Content): string {
  const path = join(folderOf(file), sha256)
  demandNoLink(folderOf(file))
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new Misuse(`File not found: ${path}. The snapshot ${file} needs it.`)
  if (stats.size !== size) throw new Misuse(`${path} has ${stats.size} bytes, but the snapshot ${file} specifies ${size}.`)
  return path
}

const sizeOf = (contents: readonly Content[]) => contents.reduce((sum, { size }) => sum + size, 0)

const passedBefore = (contents: readonly Content[], nth: number): Passed => ({ done: sizeOf(contents.slice(0, nth)), of: sizeOf(contents) })

async function send(path: string, put: (bytes: ReadableStream<Uint8Array>) => Promise<unknown>): Promise<void> {
  const bytes = createReadStream(path)
  try {
    // By default, a stream counts chunks instead of bytes.
    const strategy = new ByteLengthQueuingStrategy({ highWaterMark: 2 ** 18 })
    await put(Readable.toWeb(bytes, { strategy }) as ReadableStream<Uint8Array>)
  } catch (error) {
    throw about(path, error)
  } finally {
    bytes.destroy()
  }
}

/** Removes files that only the previous snapshot used. */
async function removeOthers(folder: string, contents: readonly Content[]): Promise<void> {
  const needed = new Set(contents.map(({ sha256 }) => sha256))
  const there = await readdir(folder).catch(() => [])
  for (const name of there) if (sha256Form.test(name) && !needed.has(name)) await rm(join(folder, name))
  if (needed.size === 0) await rmdir(folder).catch(() => {})
}

/** Rejects with {@link Failure} for an existing file that is not a snapshot, so that a typo does not overwrite the file. */
async function refuseOtherFile(file: string): Promise<void> {
  const there = statSync(file, { throwIfNoEntry: false })
  if (!there) return
  if (!there.isFile()) throw new Failure(`${file} is not a file. Choose another name.`)
  const opened = await open(file)
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(100), 0, 100, 0)
  await opened.close()
  if (/^\s*\{\s*"format"\s*:\s*"standin-snapshot"/.test(buffer.toString('utf8', 0, bytesRead)) || bytesRead === 0) return
  throw new Failure(`${file} exists and is not a snapshot. Choose another name.`)
}

function about(path: string, error: unknown): unknown {
  const text = `${path}: ${messageOf(error)}`
  if (error instanceof Misuse) return new Misuse(text, error.choices, error.status, null)
  return error instanceof Failure ? new Failure(text) : error
}
