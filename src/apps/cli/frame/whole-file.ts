/** Writes files atomically, and reads and writes the files given in options. */
import { createHash } from 'node:crypto'
import { closeSync, createWriteStream, lstatSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, gunzipSync } from 'node:zlib'
import { demandFile, makeFolder } from '../../../platform/node-path.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { Failure, messageOf } from './command.ts'
import type { Io } from './io.ts'

/** Writes a file. Rejects with {@link Failure} if the size or hash differs. */
export async function writeChecked(
  path: string,
  { sha256, size }: { readonly sha256: string; readonly size: number },
  bytes: ReadableStream<Uint8Array>,
): Promise<void> {
  const hash = createHash('sha256')
  const others = new Failure(`The content received for ${path} does not match its hash.`)
  let arrived = 0
  const hashing = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk)
      arrived += chunk.byteLength
      // Stops early instead of filling the disk.
      if (arrived > size) done(others)
      else done(null, chunk)
    },
  })
  await replace(path, async (beside) => {
    const file = createWriteStream(beside, { flags: 'wx', flush: true })
    await pipeline(Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]), hashing, file)
    if (arrived !== size || hash.digest('hex') !== sha256) throw others
  })
}

/** Writes a stream to a new file. Resolves to the number of bytes. */
export async function writeStream(path: string, bytes: ReadableStream<Uint8Array>, mode = 0o666): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode })
  await pipeline(Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]), file)
  return file.bytesWritten
}

/** Replaces a file atomically. `writeTo` creates a temporary file next to it. Resolves to the result of `writeTo`. */
export async function replace<Written>(path: string, writeTo: (beside: string) => Promise<Written>): Promise<Written> {
  const beside = `${path}.${process.pid}.part`
  // Left over from an earlier process with the same id.
  await rm(beside, { force: true })
  try {
    const written = await writeTo(beside)
    await rename(beside, path)
    return written
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

interface FileBelow {
  readonly path: string
  readonly content: string | Uint8Array
}

/**
 * Writes all files, or none if one of them must not be written. Throws {@link Misuse} for a path outside the folder, {@link Failure} for an
 * existing file.
 */
export function writeBelow(folder: string, files: readonly FileBelow[], force: boolean): void {
  const root = resolve(folder)
  const paths = files.map(({ path }) => placeBelow(root, path, force))
  try {
    for (const [nth, { content }] of files.entries()) {
      const path = paths[nth] ?? ''
      makeFolder(dirname(path))
      // The file is removed instead of overwritten, because it might have other hard links.
      if (force) rmSync(path, { force: true })
      writeFileSync(path, content, { flag: 'wx', mode: 0o644 })
    }
  } catch (error) {
    throw new Failure(`The files were not saved in ${root}: ${messageOf(error)}.`)
  }
}

/** Returns the path to write to. Throws the same errors as {@link writeBelow}. `root`: an absolute path. */
export function placeBelow(root: string, path: string, force: boolean): string {
  const whole = resolve(root, path)
  const steps = relative(root, whole).split(sep)
  if (whole.includes('\0') || steps[0] === '' || steps[0] === '..' || resolve(root, ...steps) !== whole)
    throw new Misuse(`${JSON.stringify(path.slice(0, 200))} is not in the folder ${root}. Nothing was written.`)
  for (let nth = 1; nth <= steps.length; nth++) {
    const each = join(root, ...steps.slice(0, nth))
    const stats = lstatSync(each, { throwIfNoEntry: false })
    if (!stats) return whole
    const isLast = nth === steps.length
    if (stats.isSymbolicLink()) throw new Misuse(`${each} is a symbolic link. Nothing was written. Remove it, or choose another folder.`)
    if (isLast && !stats.isFile()) throw new Misuse(`${each} is not a file. Nothing was written. Remove it, or choose another folder.`)
    if (isLast && !force) throw new Failure(`${each} already exists. Nothing was written. Remove it, or use --force to replace it.`)
    if (!isLast && !stats.isDirectory()) throw new Misuse(`${each} is not a folder. Nothing was written.`)
  }
  return whole
}

/**
 * Checks a recording's path, because a typo must not overwrite another file. Throws {@link Misuse} for a symbolic link to a file, {@link
 * Failure} for a file that is not a capsule. Pipes and devices receive the recording directly.
 */
export function demandCapsulePlace(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false })
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
  if (isLink && (!there || there.isFile())) throw new Misuse(`${path} is a symbolic link. Remove it, or specify a different file.`)
  if (there?.isFile() && there.size > 0 && !beginning(path).startsWith('{"event":"capsule"'))
    throw new Failure(`${path} exists and is not a capsule. Choose another name.`)
}

function beginning(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(1_000)
    const read = bytes.subarray(0, readSync(file, bytes))
    const text = read[0] === 0x1f && read[1] === 0x8b ? gunzipSync(read, { finishFlush: constants.Z_SYNC_FLUSH }) : read
    return text.toString('latin1', 0, 100)
  } catch {
    return ''
  } finally {
    closeSync(file)
  }
}

/** Reads a file. Throws a {@link Misuse} that names the option if the file is missing or empty. */
export function readNamed(option: string, path: string): string {
  try {
    demandFile(path)
    const text = readFileSync(path, 'utf8')
    if (text.trim() === '') throw new Misuse(`${path} is empty`)
    return text
  } catch (error) {
    throw new Misuse(`${option}: ${messageOf(error).replace(/\.$/, '')}.`)
  }
}

/**
 * Replaces a file atomically, so that readers see either the old file or the complete new one. Pipes and devices receive the text directly.
 * Throws {@link Misuse} for a symbolic link to a file, which somebody else might have created. `file` is relative to the working folder;
 * undefined means standard output. `what` starts the error message.
 */
export async function storeOrPrint(io: Io, file: string | undefined, text: string, what: string): Promise<void> {
  if (file === undefined) {
    io.stdout.document(text)
    return
  }
  const path = resolve(io.folder, file)
  try {
    const there = statSync(path, { throwIfNoEntry: false })
    if (there && !there.isFile() && !there.isDirectory()) writeFileSync(path, text)
    else if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Misuse(`${path} is a symbolic link. Nothing was written. Remove it, or specify a different file.`)
    else await replace(path, async (beside) => writeFileSync(beside, text, { flag: 'wx' }))
  } catch (error) {
    if (error instanceof Misuse) throw error
    throw new Failure(`${what} at ${path}: ${messageOf(error)}.`)
  }
}
