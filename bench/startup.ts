/** Measures the time from the start of the packed command to its first answers. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { median } from './median.ts'

export interface Startup {
  /** Milliseconds until `health` answers. */
  readonly health: number
  /** Milliseconds until `ready` is 200. */
  readonly ready: number
}

/** The first start does not count, because it fills the compile cache. */
export async function startup(rounds: number): Promise<Startup> {
  mkdirSync(out, { recursive: true })
  const folder = mkdtempSync(join(out, 'packed-'))
  try {
    const command = unpack(folder)
    const all: Startup[] = []
    while (all.length <= rounds) all.push(await start(command))
    const [, ...counted] = all
    return { health: median(counted.map(({ health }) => health)), ready: median(counted.map(({ ready }) => ready)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Inside the repository, so that the package finds its dependencies. */
const out = resolve(import.meta.dirname, '../out')

/** Unpacks the command as npm packs it. */
function unpack(folder: string): string {
  const [tarball = ''] = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(-1)
  execFileSync('tar', ['-xzf', tarball], { cwd: folder })
  return join(folder, 'package/src/cli/standin.js')
}

async function start(command: string): Promise<Startup> {
  const began = performance.now()
  const child = spawn(process.execPath, [command, 'start', '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(line)) as { url: string }
  await answers(`${url}/_standin/health`)
  const health = performance.now() - began
  await answers(`${url}/_standin/ready`)
  const ready = performance.now() - began
  child.kill()
  await once(child, 'exit')
  return { health, ready }
}

async function answers(url: string): Promise<void> {
  while ((await fetch(url)).status !== 200);
}
