/** Gives a test or tool run its own temporary folder. Files left over at the end make the run fail. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Files that other programs leave behind: Chromium and Playwright if they are stopped at the end of a run, and the caches of Node.js and
 * Jest.
 */
const foreign = /^(\.?org\.chromium\.|playwright|Crashpad|v8-compile-cache|jest_)/

/** Redirects the temporary files of this process and its children to a folder for this run. Call this before starting children. */
export function useOwnTemporaryFolder(): void {
  // A tool that runs tests, or reloads the vitest configuration, belongs to the same run.
  if (process.env.FOLDER_OF_RUN !== undefined) return
  // Node.js stores compiled code there across runs.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')
  const folder = mkdtempSync(join(tmpdir(), 'standin-run-'))
  // Windows reads the second variable.
  process.env.FOLDER_OF_RUN = process.env.TMPDIR = process.env.TEMP = folder
  process.on('exit', () => {
    const left = readdirSync(folder).filter((name) => !foreign.test(name))
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    if (left.length === 0) return
    console.error(`The temporary folder contains ${left.length} entries that this run did not remove: ${left.slice(0, 20).join(', ')}.`)
    process.exitCode ||= 1
  })
}
