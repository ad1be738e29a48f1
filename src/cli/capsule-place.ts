/** Where a capsule may be recorded: a mistake in a name must not cost a file of another kind. */
import { closeSync, lstatSync, openSync, readSync, statSync } from 'node:fs'
import { constants, gunzipSync } from 'node:zlib'
import { Misuse } from '../misuse.ts'
import { Failure } from './failure.ts'

/** Throws {@link Misuse} for a symbolic link to a file, {@link Failure} for a file that is no capsule. Pipes and devices get what is recorded. */
export function demandCapsulePlace(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false })
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
  if (isLink && (!there || there.isFile())) throw new Misuse(`${path} is a symbolic link. Remove it, or name another file.`)
  if (there?.isFile() && there.size > 0 && !beginning(path).startsWith('{"event":"capsule"'))
    throw new Failure(`${path} exists, and is not a capsule. Choose another name.`)
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
