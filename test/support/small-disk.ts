/** Creates a small disk for a test. Requires a Linux that allows users to mount in a namespace of their own. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { folderWith } from './folder.ts'

const namespace = ['--user', '--map-root-user', '--mount']
const script = 'mount -t tmpfs -o size="$1" tmpfs "$0" && echo mounted && exec cat'

export const canMount = (): boolean => {
  try {
    execFileSync('unshare', [...namespace, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface SmallDisk {
  /** The disk's folder, for processes run by {@link runner}. */
  readonly folder: string
  /** The command that runs a process in the disk's namespace, because SQLite does not follow links in `/proc`. */
  readonly runner: readonly string[]
  /** Fills the remaining space. */
  fill(): void
  /** Frees the space. */
  empty(): void
}

export async function smallDisk(bytes: number): Promise<SmallDisk> {
  const place = folderWith()
  // The process exits at the end of its input, which removes the disk.
  const holder = spawn('unshare', [...namespace, 'sh', '-c', script, place, String(bytes)], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void holder.stdin.end())
  await once(holder.stdout, 'data')
  const filler = join(`/proc/${holder.pid}/root${place}`, 'filler')
  return {
    folder: place,
    runner: ['nsenter', `--target=${holder.pid}`, '--user', '--mount', '--preserve-credentials'],
    fill() {
      for (const size of [65_536, 4_096, 1]) while (wasAdded(filler, size)) {}
    },
    empty: () => rmSync(filler),
  }
}

function wasAdded(filler: string, size: number): boolean {
  try {
    appendFileSync(filler, Buffer.alloc(size))
    return true
  } catch {
    return false
  }
}
