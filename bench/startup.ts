/** Measures how long the packed command takes to reply for the first time, compared with `node -e 0` (`npm run bench:start`). */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from './calls.ts'

/** Milliseconds since a process was started. */
interface Times {
  /** Until `node -e 0` exits. */
  readonly node: number
  /** Until `standin scenarios list` exits, with a running server. */
  readonly command: number
  /** Until `standin start` answers `health`. */
  readonly health: number
  /** Until `standin start` returns 200 for `ready`. */
  readonly ready: number
}

export interface Startup extends Times {
  /** Each time divided by the time of `node -e 0` in the same round: the median over all rounds. */
  readonly ratios: Readonly<Record<'command' | 'health' | 'ready', number>>
}

/** Ignores the first round, which fills the compile cache. */
export async function startup(rounds: number): Promise<Startup> {
  mkdirSync(out, { recursive: true })
  const folder = mkdtempSync(join(out, 'packed-'))
  try {
    const command = unpack(folder)
    const server = begin([...command, 'start', '--port', '0', '--json', '--log', 'off'])
    const url = await urlOf(server)
    const all: Times[] = []
    while (all.length <= rounds) all.push(await round(command, url))
    await end(server)
    return mediansOf(all.slice(1))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function mediansOf(all: readonly Times[]): Startup {
  const of = (name: keyof Times) => median(all.map((times) => times[name]))
  const ratio = (name: keyof Times) => median(all.map((times) => times[name] / times.node))
  return {
    node: of('node'),
    command: of('command'),
    health: of('health'),
    ready: of('ready'),
    ratios: { command: ratio('command'), health: ratio('health'), ready: ratio('ready') },
  }
}

/** A folder inside the repository, so that the unpacked package finds its dependencies. */
const out = resolve(import.meta.dirname, '../out')

/** Packs the command with npm, unpacks it into a folder in the repository, and returns the command line that runs it. */
export function unpack(folder: string): readonly string[] {
  const [tarball = ''] = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(-1)
  execFileSync('tar', ['-xzf', tarball], { cwd: folder })
  return [process.execPath, join(folder, 'package/src/apps/cli/standin.js')]
}

async function round(command: readonly string[], url: string): Promise<Times> {
  const node = await untilEnd([process.execPath, '-e', '0'])
  const listed = await untilEnd([...command, 'scenario', 'list', '--url', url])
  return { node, command: listed, ...(await start(command)) }
}

export async function untilEnd(words: readonly string[]): Promise<number> {
  const began = performance.now()
  const [code] = await once(begin(words), 'exit')
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}.`)
  return performance.now() - began
}

export async function start(command: readonly string[]): Promise<Pick<Times, 'health' | 'ready'>> {
  const began = performance.now()
  const child = begin([...command, 'start', '--port', '0', '--json'])
  const url = await urlOf(child)
  await answers(`${url}/_standin/health`)
  const health = performance.now() - began
  await answers(`${url}/_standin/ready`)
  const ready = performance.now() - began
  await end(child)
  return { health, ready }
}

const begin = ([program = '', ...args]: readonly string[]) => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  return child
}

async function end(child: ChildProcess): Promise<void> {
  child.kill()
  await once(child, 'exit')
}

async function urlOf(server: ReturnType<typeof begin>): Promise<string> {
  const [line] = await once(server.stdout, 'data')
  return (JSON.parse(String(line)) as { url: string }).url
}

/** Pauses between two calls, because each call slows down the startup. */
async function answers(url: string): Promise<void> {
  while ((await statusOf(url)) !== 200) await pause(2)
}

const statusOf = (url: string) =>
  new Promise<number | undefined>((answered, failed) => {
    get(url, (response) => {
      response.resume().once('end', () => answered(response.statusCode))
    }).once('error', failed)
  })

if (import.meta.main) {
  const { node, ratios, ...times } = await startup(15)
  console.log(`node -e 0: ${node.toFixed(0)} ms`)
  const goals = { command: 4, health: 7, ready: 10 }
  const names = { command: 'standin scenarios list', health: 'standin start, until health', ready: 'standin start, until ready' }
  for (const name of ['command', 'health', 'ready'] as const)
    console.log(`${names[name]}: ${times[name].toFixed(0)} ms, ${ratios[name].toFixed(1)} × node -e 0 (goal: at most ${goals[name]} ×)`)
}
