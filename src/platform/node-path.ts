/** What is at a path, and when it changes. */
import { statSync, watch } from 'node:fs'
import { Misuse } from '../misuse.ts'

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

/** Throws {@link Misuse} for a folder, a device, a socket or a pipe: reading one may never end. What is not there is left to the reader. */
export function demandFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isFile()) return
  throw new Misuse(`${path} is a ${stats.isDirectory() ? 'folder' : 'device or a pipe'}. A file is expected.`)
}
