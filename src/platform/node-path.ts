/** What is at a path, when it changes, how a folder is made, the folder for what Standin keeps between its runs, and whether a process lives. */
import { existsSync, mkdirSync, statSync, watch } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { Misuse } from '../service/wire/misuse.ts'

/** Milliseconds without a change; editors write a file in several steps. */
const rest = 100

/** Calls `changed`, one call at a time, and `failed` if the folder cannot be watched. Returns a function that ends the watch. */
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

/** Whether a text is an address, such as `postgres://host`, and not a path: letters and a colon, more than the drive of Windows. */
export const isAddress = (text: string): boolean => /^\s*[a-z][a-z\d+.-]+:/i.test(text)

/** Bytes of a file that is read as one text. */
const mostText = 2 ** 26

/**
 * Throws {@link Misuse} for a folder, a device, a socket or a pipe, because reading one may never end, and for a file of more than `most`
 * bytes. What is not there is left to the reader.
 */
export function demandFile(path: string, most = mostText): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return
  if (!stats.isFile()) throw new Misuse(`${path} is a ${stats.isDirectory() ? 'folder' : 'device or a pipe'}. A file is expected.`)
  if (stats.size > most) throw new Misuse(`${path} has ${stats.size} bytes. At most ${most} are allowed.`)
}

/** Makes a folder and those above it. Node's own way never ends where a file system takes no new folder, as /proc. */
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
 * `$XDG_STATE_HOME/standin`, else `~/.local/state/standin`; on Windows `%LOCALAPPDATA%\standin`. Source: XDG Base Directory Specification
 * 0.8.
 */
export function stateFolder(env: Variables = process.env, system: string = process.platform): string {
  const chosen = env.XDG_STATE_HOME
  // The specification says to ignore a relative path.
  if (chosen && isAbsolute(chosen)) return join(chosen, 'standin')
  if (system === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'standin')
  return join(home(), '.local', 'state', 'standin')
}

/** In a container, a user may be a number without a home. There, as in Docker, it is `/`. */
function home(): string {
  try {
    return homedir()
  } catch {
    return '/'
  }
}

/** Whether a process of this machine lives. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It runs as somebody else's where this process may not signal it.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
