/** Packs Standin, and installs the package in a folder, as a user would. */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** npm uses the first Node.js in PATH, which must be the one running the tests. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
const quiet: ExecFileSyncOptionsWithStringEncoding = { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] }

export interface Installed {
  readonly folder: string
  readonly packed: readonly string[]
  /** Size of the tarball in bytes. */
  readonly size: number
  write(name: string, text: string): string
  /** Runs a program with the tests' Node.js. Returns its output. */
  run(...args: readonly string[]): string
  remove(): void
}

/** Installs Standin's package, and the given packages in the versions that the repository uses. */
export function install(...beside: readonly string[]): Installed {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'standin-installed-')))
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  const reported = execFileSync('npm', ['pack', '--json', '--pack-destination', tarballs], { ...quiet, cwd: root })
  const [tarball] = readPacked(reported)
  if (!tarball) throw new Error(`npm pack created nothing: ${reported}`)
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  write('package.json', JSON.stringify({ name: 'customer', version: '1.0.0', private: true, type: 'module' }))
  const wanted = beside.map((name) => `${name}@${versionOf(name)}`)
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(tarballs, tarball.filename), ...wanted], {
    ...quiet,
    cwd: folder,
  })
  return {
    folder,
    packed: tarball.files.map(({ path }) => path),
    size: tarball.size,
    write,
    run: (...args) => execFileSync(process.execPath, args, { ...quiet, cwd: folder }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

interface Tarball {
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

/** Parses the output of `npm pack`: a list up to npm 11, and an object keyed by package name from npm 12 on. Skips output of scripts. */
const readPacked = (reported: string): Tarball[] => Object.values(JSON.parse(reported.slice(reported.search(/^[[{]/m))))

const versionOf = (name: string): string => JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version

/** Runs `npx standin start` on a free port until the test ends. Returns its URL. */
export const serve = async (installed: Installed): Promise<string> =>
  JSON.parse(await firstLineOf(installed, 'npx', '--no-install', 'standin', 'start', '--port', '0', '--json')).url

/** Runs a server that listens on `PORT` and prints its URL, on a free port until the test ends. Returns the URL. */
export const runServer = (installed: Installed, path: string): Promise<string> => firstLineOf(installed, process.execPath, path)

async function firstLineOf({ folder }: Installed, command: string, ...args: string[]): Promise<string> {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await exited
  })
  for await (const line of createInterface(child.stdout)) return line
  throw new Error('The program ended without output.')
}
