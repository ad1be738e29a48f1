/** Functions for paths and processes, such as watching a folder or finding the state folder. */
import { existsSync, mkdirSync, statSync, watch } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { Misuse } from '../service/wire/misuse.ts'

/** Returns `otherwise` if reading fails, for example because the file does not exist or belongs to another user. */
export function readOr<Read>(otherwise: Read, read: () => Read): Read {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Milliseconds without a change before `changed` is called, because editors save a file in several steps. */
const rest = 100

/**
 * Calls `changed` after changes, one call at a time, or `failed` if the folder cannot be watched. Returns a function that stops watching.
 */
export function watchFolder(folder: string, changed: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let working = false
  let closed = false
  const watcher = watch(folder, { persistent: false }, wait).on('error', failed)

  function wait(): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void tell(), rest).unref()
  }
  async function tell(): Promise<void> {
    if (working) return wait()
    working = true
    await changed().catch(failed)
    working = false
  }
  return () => {
    closed = true
    clearTimeout(timer)
    watcher.close()
  }
}

/** True for a URL such as `postgres://host`. Requires at least two letters before the colon, because a single letter is a Windows drive. */
export const isAddress = (text: string): boolean => /^\s*[a-z][a-z\d+.-]+:/i.test(text)

/** Maximum size of a text file, in bytes. */
const mostText = 2 ** 26

/**
 * Throws {@link Misuse} for a folder, device, socket or pipe, because reading might never end, and for a file larger than `most` bytes.
 * Accepts a missing file: reading it reports the error.
 */
export function demandFile(path: string, most = mostText): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return
  if (!stats.isFile()) throw new Misuse(`${path} is a ${stats.isDirectory() ? 'folder' : 'device or a pipe'}. Expected a file.`)
  if (stats.size > most) throw new Misuse(`${path} has ${stats.size} bytes. The maximum is ${most}.`)
}

/** Creates a folder and its parents. Node's recursive `mkdir` never returns on file systems that allow no folders, such as /proc. */
export function makeFolder(folder: string, mode = 0o777): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Returns `$XDG_STATE_HOME/standin` or `~/.local/state/standin`; on Windows `%LOCALAPPDATA%\standin`. Source: XDG Base Directory
 * Specification 0.8.
 */
export function stateFolder(env: Variables = process.env, system: string = process.platform): string {
  const chosen = env.XDG_STATE_HOME
  // The specification says to ignore relative paths.
  if (chosen && isAbsolute(chosen)) return join(chosen, 'standin')
  if (system === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'standin')
  return join(home(), '.local', 'state', 'standin')
}

/** Returns the home folder. Falls back to `/`, as Docker does, because a user in a container might have an id but no home folder. */
const home = () => readOr('/', homedir)

/** True if a process with this id is running on this machine. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Any error other than ESRCH means that the process is running but belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
