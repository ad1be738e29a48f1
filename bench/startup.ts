/** How long the built command takes from its start to its first answers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { median } from './median.ts'

export interface Startup {
  /** Milliseconds until `health` answers. */
  readonly health: number
  /** Milliseconds until `ready` is 200. */
  readonly ready: number
}

const built = new URL('../dist/cli.js', import.meta.url)
const command = `(await import('node:module')).enableCompileCache()
const { main } = await import(${JSON.stringify(built.href)})
process.exitCode = await main(['start', '--port', '0', '--json'])`

/** The first start, which fills the compile cache, does not count. */
export async function startup(rounds: number): Promise<Startup> {
  if (!existsSync(built)) throw new Error('There is no build: npm run build.')
  await once(await started(), 'exit')
  const all: Startup[] = []
  while (all.length < rounds) all.push(await start())
  return { health: median(all.map(({ health }) => health)), ready: median(all.map(({ ready }) => ready)) }
}

async function started(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', command], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill()
  return child
}

async function start(): Promise<Startup> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '--eval', command], { stdio: ['ignore', 'pipe', 'inherit'] })
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
