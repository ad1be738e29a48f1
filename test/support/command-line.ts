/** Runs the command line in this process, against a Standin on a port of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished } from 'vitest'
import { main } from '../../src/apps/cli/main.ts'
import { type StartOptions, startSimulator } from '../../src/index.ts'
import { holdToDocument } from './document.ts'
import { folderWith } from './folder.ts'
import { start } from './standin.ts'

/** Path of the command that users run. */
export const command = fileURLToPath(new URL('../../src/apps/cli/standin.js', import.meta.url))

/**
 * Runs `standin start` on this port (by default, any free port), and collects the printed lines. `env`: added to this process's
 * environment. `runner`: a command that runs the server's process.
 */
export function startProcess(
  args: readonly string[],
  folder = folderWith(),
  port = '0',
  env: Readonly<Record<string, string>> = {},
  runner: readonly string[] = [],
) {
  const [file = '', ...words] = [...runner, process.execPath, command, 'start', '--port', port, ...args]
  const child = spawn(file, words, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async () => String((await lines.next()).value)
  async function rest() {
    const all: string[] = []
    for await (const said of lines) all.push(said)
    return all
  }
  return { child, line, rest }
}

/** Starts a server in a process of its own. Returns its URL. */
export async function freshServer(): Promise<string> {
  const { line } = startProcess(['--json'])
  return JSON.parse(await line()).url
}

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
  /** The terminal's width; absent for a pipe. */
  readonly columns?: number
}

/** Runs a command without this process's environment and folder. */
export async function run(args: readonly string[], { env = {}, folder = folderWith(), columns }: Surroundings = {}) {
  const out: (string | Uint8Array)[] = []
  const err: string[] = []
  const stdout = { write: (part: string | Uint8Array) => out.push(part), columns, isTTY: columns !== undefined }
  const stderr = { write: (part: string | Uint8Array) => err.push(String(part)) }
  const code = await main(args, { stdout, stderr, env, folder })
  return {
    code,
    out: out.map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString('latin1'))).join(''),
    err: err.join(''),
  }
}

/** Runs a command in a separate process with a heap limit in megabytes. A process that needs more is killed without printing anything. */
export async function runWithMemory(megabytes: number, args: readonly string[], folder: string) {
  const child = spawn(process.execPath, [`--max-old-space-size=${megabytes}`, command, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { code: code as number | null, out, err }
}

/** Starts a server for the tests in a file. Each test gets a world of its own. */
export async function serverForFile(options: Partial<StartOptions> = {}) {
  const { simulator, url, close, loaded } = await startSimulator({
    port: 0,
    clock: 'frozen',
    now: Date.parse(start),
    checked: true,
    checkAnswer: holdToDocument,
    ...options,
  })
  afterAll(close)
  // When tests are only listed, nothing may be loaded after the file has ended, except a test's own scenarios.
  if (!options.scenarios) await loaded
  let worlds = 0

  function inNewWorld() {
    const world = `test-${++worlds}`
    // Creating a client also creates the world.
    const client = simulator.knobs(world).client()
    const runIn = (surroundings: Surroundings, ...args: string[]) => run([...args, '--url', url, '--world', world], surroundings)
    return { world, knobs: simulator.knobs(world), client, runIn, run: (...args: string[]) => runIn({}, ...args) }
  }

  return { simulator, url, inNewWorld }
}

const failing = (code: number, said: string | RegExp) => ({
  code,
  out: '',
  err: typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said),
})

/** Matches the result of a command that was called wrongly: exit code 2, no output, and a message with these words. */
export const misuse = (said: string | RegExp) => failing(2, said)

/** Matches the result of a command that failed: exit code 1, no output, and a message with these words. */
export const failure = (said: string | RegExp) => failing(1, said)
