/** Writes the files that a document asks for: below one folder, through no symbolic link, and over no other file unless that is wanted. */
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Misuse } from '../misuse.ts'
import { Failure, messageOf } from './failure.ts'

export interface FileBelow {
  readonly path: string
  readonly content: string | Uint8Array
  /** Whether it is a program. */
  readonly isCommand?: boolean
}

/** Writes all of them or, where one may not be written, none. Throws {@link Misuse} for a path that leads elsewhere, {@link Failure} for a file that exists. */
export function writeBelow(folder: string, files: readonly FileBelow[], force: boolean): void {
  const root = resolve(folder)
  const paths = files.map(({ path }) => placeBelow(root, path, force))
  try {
    for (const [nth, { content, isCommand = false }] of files.entries()) {
      const path = paths[nth] ?? ''
      mkdirSync(dirname(path), { recursive: true })
      // It may be one name of several of the same file.
      if (force) rmSync(path, { force: true })
      writeFileSync(path, content, { flag: 'wx', mode: isCommand ? 0o755 : 0o644 })
    }
  } catch (error) {
    throw new Failure(`The files were not stored in ${root}: ${messageOf(error)}.`)
  }
}

/** Where it may be written. Throws as {@link writeBelow} does. `root`: an absolute path. */
export function placeBelow(root: string, path: string, force: boolean): string {
  const whole = resolve(root, path)
  const steps = relative(root, whole).split(sep)
  if (whole.includes('\0') || steps[0] === '' || steps[0] === '..' || resolve(root, ...steps) !== whole)
    throw new Misuse(`${JSON.stringify(path.slice(0, 200))} does not lie in the folder ${root}. Nothing was written.`)
  for (let nth = 1; nth <= steps.length; nth++) {
    const each = join(root, ...steps.slice(0, nth))
    const found = lstatSync(each, { throwIfNoEntry: false })
    if (!found) return whole
    const isLast = nth === steps.length
    if (found.isSymbolicLink()) throw new Misuse(`${each} is a symbolic link. Nothing was written. Remove it, or choose another folder.`)
    if (isLast && !found.isFile()) throw new Misuse(`${each} is not a file. Nothing was written. Remove it, or choose another folder.`)
    if (isLast && !force) throw new Failure(`${each} exists already. Nothing was written. Remove it, or give --force to replace it.`)
    if (!isLast && !found.isDirectory()) throw new Misuse(`${each} is not a folder. Nothing was written.`)
  }
  return whole
}
