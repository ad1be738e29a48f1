/** Watches a folder and calls back once after its last change. */
import { watch } from 'node:fs'

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
