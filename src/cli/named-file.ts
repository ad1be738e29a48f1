/** Files that an option names. */
import { lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Misuse } from '../misuse.ts'
import { demandFile } from '../platform/node-path.ts'
import { Failure, messageOf } from './command.ts'
import type { Io } from './io.ts'

/** Throws {@link Misuse}, which begins with the option, for what is no file. */
export function readNamed(option: string, path: string): string {
  try {
    demandFile(path)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Misuse(`${option}: ${messageOf(error).replace(/\.$/, '')}.`)
  }
}

/**
 * Replaces a file, so that readers see the old one or the whole new one. Pipes and devices get the text. Throws {@link Misuse} for a symbolic link to a file: somebody else may have put it there.
 */
export function writeNamed(path: string, text: string): void {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there && !there.isFile() && !there.isDirectory()) {
    writeFileSync(path, text)
    return
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Misuse(`${path} is a symbolic link. Nothing was written. Remove it, or name another file.`)
  const beside = `${path}.${process.pid}.part`
  try {
    rmSync(beside, { force: true })
    writeFileSync(beside, text, { flag: 'wx' })
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** `file` is relative to the working folder; undefined: the standard output. `what` begins the message of a failure. */
export function storeOrPrint(io: Io, file: string | undefined, text: string, what: string): void {
  if (file === undefined) {
    io.stdout.document(text)
    return
  }
  const path = resolve(io.folder, file)
  try {
    writeNamed(path, text)
  } catch (error) {
    if (error instanceof Misuse) throw error
    throw new Failure(`${what} at ${path}: ${messageOf(error)}.`)
  }
}
