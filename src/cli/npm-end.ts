/** Notices that the npm which started this process has ended. */
import { readFileSync } from 'node:fs'

/** Real milliseconds between two looks at the parent. */
const between = 200

/**
 * `npm start` and `npx` run a shell, which runs this process. A signal to npm ends the shell alone, or only npm, and the process would stay.
 * Without npm it outlives its parent: the shell of a CI step ends, and the server must not. Returns a function that ends the watch.
 */
export function whenNpmEnds(call: () => void): () => void {
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const parent = process.ppid
  const above = parentOf(parent)
  // Where no shell lies between, the parent of npm is nobody to wait for.
  const npm = above !== undefined && isNpm(above) ? above : undefined
  const looking = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(looking)
    call()
  }, between).unref()
  return () => clearInterval(looking)
}

/** Undefined where the system has no `/proc`, which is all but Linux. */
function parentOf(pid: number): number | undefined {
  // The name in brackets may hold anything.
  const [, parent] =
    readOf(pid, 'stat')
      ?.replace(/^.*\) /s, '')
      .split(' ') ?? []
  return parent === undefined ? undefined : Number(parent)
}

const isNpm = (pid: number) => readOf(pid, 'comm')?.startsWith('npm') === true

function readOf(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
