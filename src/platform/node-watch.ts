/** Watches a folder: whoever wants to know is told once when it has come to rest. */
import { watch } from 'node:fs'

/** Milliseconds without a change; editors write a file in several steps. */
const rest = 100

/** `changed` is awaited before it is called again; `failed` is told when the folder cannot be watched (any more). Returns what ends it. */
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
