/** The platform on Node, which stores large content in a temporary folder. */
import { createHash, KeyObject, verify } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CollectionLibrary, Hashing, Platform } from '../service/world/platform.ts'
import { alarm, machineTime, makeSecret, seal } from './machine/any-machine.ts'
import { nodeCall } from './machine/node-call.ts'
import { openSpoolFile, type Spool, spooledBlobs } from './node-blobs.ts'
import { nodeDocs, ownFolder } from './node-package.ts'
import { isAlive, makeFolder } from './node-path.ts'

/**
 * Verifies on this thread. Web Cryptography uses another thread, and switching costs as much as an RSA signature: a new RS256 token takes
 * 65 µs here, and 130 µs with Web Cryptography.
 */
export const nodeSignature: NonNullable<Platform['verifySignature']> = async ({ alg, key, input, signature }) => {
  const publicKey = KeyObject.from(key)
  return verify('sha256', input, alg === 'ES256' ? { key: publicKey, dsaEncoding: 'ieee-p1363' } : publicKey, signature)
}

/** Milliseconds between memory measurements. */
const betweenMeasurements = 100

let [measuredAt, resident] = [Number.NEGATIVE_INFINITY, 0]

/** Returns the process's resident set size, in bytes. */
function memory(): number {
  const now = performance.now()
  if (now - measuredAt < betweenMeasurements) return resident
  measuredAt = now
  resident = process.memoryUsage.rss()
  return resident
}

/**
 * Loads the collections library synchronously. Jest replaces `createRequire` from `node:module` with a version that cannot load ES modules.
 */
export const requireCollections = (): CollectionLibrary =>
  process.getBuiltinModule('node:module').createRequire(import.meta.url)('@mswjs/data')

/** `spool`: the temporary folder's parent. Default: the system's temporary folder. */
export function nodePlatform(options: { spool?: string } = {}): Platform {
  const spool = temporaryFolder(options.spool ?? tmpdir())
  return {
    ...machineTime(),
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
    openBlobs: () => spooledBlobs(spool),
    call: nodeCall,
    docs: nodeDocs(),
    readClientFile: (name) => ownFolder('clients').read(name).toString('utf8'),
    memory,
    openMetrics: () => import('./telemetry/node-metrics.ts').then(({ nodeMetrics }) => nodeMetrics()),
    openTraces: (version, tell) => import('./telemetry/node-traces.ts').then(({ nodeTraces }) => nodeTraces(version, tell)),
    alarm,
    seal,
    makeSecret,
    sha256,
    verifySignature: nodeSignature,
  }
}

function sha256(): Hashing {
  const hashing = createHash('sha256')
  return { update: (chunk) => void hashing.update(chunk), end: () => hashing.digest('hex') }
}

/** Creates the folder when the first file is written. Removes it when the last store closes or the process ends. */
export function temporaryFolder(parent: string): Spool {
  let folder: string | undefined
  let stores = 0
  let files = 0

  function make(): string {
    makeFolder(parent)
    void sweep(parent)
    const made = mkdtempSync(join(parent, `standin-${process.pid}-${pidSpace()}`))
    removeOnExit(made)
    return made
  }
  return {
    create() {
      // Some systems delete temporary folders that have not been used for days.
      if (folder === undefined || !existsSync(folder)) folder = make()
      return openSpoolFile(join(folder, String(++files)), 'wx')
    },
    reopen: (path) => openSpoolFile(path, 'a'),
    remove,
    discard: remove,
    enter() {
      stores++
    },
    leave() {
      if (--stores > 0 || folder === undefined) return
      remove(folder)
      if (!existsSync(folder)) forget(folder)
      folder = undefined
    },
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Windows refuses to remove open files. The exit listener or a later sweep removes them.
  }
}

/** A single exit listener removes all folders, because Node warns about more than ten listeners. */
const onExit = new Set<string>()

function removeOnExit(folder: string): void {
  if (onExit.size === 0) process.on('exit', removeAll)
  onExit.add(folder)
}

function forget(folder: string): void {
  onExit.delete(folder)
  if (onExit.size === 0) process.off('exit', removeAll)
}

function removeAll(): void {
  for (const folder of onExit) remove(folder)
}

/** Removes temporary folders left behind by killed processes. */
export async function sweep(parent: string): Promise<void> {
  // Process ids are only valid in this PID namespace, but other containers or machines may share this folder.
  const ours = new RegExp(`^standin-([1-9]\\d{0,8})-${pidSpace()}`)
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = ours.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const path = join(parent, name)
    const stats = await lstat(path).catch(() => undefined)
    if (!stats?.isDirectory() || stats.uid !== (process.getuid?.() ?? stats.uid)) continue
    await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

/** Identifies the scope of process ids: this boot's PID namespace, or this machine. */
function pidSpace(): string {
  let space = hostname()
  try {
    space = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid')
  } catch {
    // Only Linux has these files.
  }
  return `${createHash('sha256').update(space).digest('hex').slice(0, 12)}-`
}
