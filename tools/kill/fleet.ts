/** The servers in a kill test: processes that are killed, suspended, shut down and restarted, and whose clocks are changed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Dice } from '../fuzz/dice.ts'

const command = fileURLToPath(new URL('../../src/apps/cli/standin.js', import.meta.url))
const preload = new URL('set-clock.ts', import.meta.url).href

export interface Server {
  readonly name: string
  readonly url: string
  readonly child: ChildProcess
  /** True if a load balancer would not use the server: it is suspended, cut off, or about to exit. */
  isAway: boolean
  /** Aborted when the server becomes unavailable. */
  leaving: AbortController
}

export function setAway(server: Server, isAway: boolean): void {
  server.isAway = isAway
  if (isAway) server.leaving.abort()
  else server.leaving = new AbortController()
}

export interface Fleet {
  /** Servers that have been started and not killed. */
  readonly servers: readonly Server[]
  /** Returns an available server, or `undefined` if there is none. */
  one(dice: Dice): Server | undefined
  /** Returns any server, even if it is suspended or cut off. */
  any(dice: Dice): Server | undefined
  start(name: string): Promise<Server>
  kill(server: Server): Promise<void>
  /** Shuts the server down properly. */
  end(server: Server): Promise<void>
  killAll(): Promise<void>
  /** Sets by how many milliseconds a server's clock is ahead of the machine's clock. Also applies after restarts. */
  setClock(server: Server, ahead: number): void
  /** Returns the milliseconds by which the server's clock is ahead. */
  clockOf(server: Server): number
}

/** Messages expected from servers after a kill or without the database. Any other message is a bug. */
const expected =
  /cannot be reached: |The session was lost\. | is connected again\.|The excess is removed, because it was never committed\.$|^This machine's clock /

/** `argsOf`: returns a server's options, given its name. */
export function createFleet(argsOf: (name: string) => readonly string[], wrong: (what: string) => void): Fleet {
  const servers = new Set<Server>()
  /** Each server has a clock file of its own. */
  const folder = mkdtempSync(join(tmpdir(), 'standin-kill-clocks-'))
  const clocks = new Map<string, number>()
  const fileOf = (name: string) => join(folder, name)

  const oneOf = (dice: Dice, all: readonly Server[]) => (all.length === 0 ? undefined : dice.one(all))

  async function start(name: string): Promise<Server> {
    // Servers write a log, as in production.
    const log = ['--log', 'text', '--log-level', 'error']
    writeFileSync(fileOf(name), String(clocks.get(name) ?? 0))
    const args = ['--import', preload, command, 'start', '--port', '0', '--json', '--rate-limits', 'off', ...log, ...argsOf(name)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, KILL_CLOCK: fileOf(name) } })
    let last = ''
    createInterface(child.stderr).on('line', (line) => {
      last = line
      if (!expected.test(line)) wrong(`server ${name} printed: ${line}`)
    })
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    if (value === undefined) throw new Error(`Server ${name} exited before it was ready. It last printed: ${last}`)
    const { url } = JSON.parse(String(value))
    const server = { name, url, child, isAway: false, leaving: new AbortController() }
    child.once('exit', (code, signal) => {
      if (servers.delete(server) && signal !== 'SIGKILL') wrong(`server ${name} exited unexpectedly with ${code ?? signal}`)
    })
    servers.add(server)
    return server
  }
  async function stop(server: Server, signal: NodeJS.Signals): Promise<void> {
    const { child } = server
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    setAway(server, true)
    if (signal === 'SIGKILL') servers.delete(server)
    child.kill(signal)
    const [code] = await exited
    if (signal === 'SIGTERM' && code !== 0) wrong(`server ${server.name} was shut down, but exited with code ${code}`)
  }
  process.on('exit', () => {
    for (const { child } of servers) child.kill('SIGKILL')
  })
  return {
    get servers() {
      return [...servers]
    },
    one: (dice) =>
      oneOf(
        dice,
        [...servers].filter(({ isAway }) => !isAway),
      ),
    any: (dice) => oneOf(dice, [...servers]),
    start,
    kill: (server) => stop(server, 'SIGKILL'),
    async end(server) {
      servers.delete(server)
      await stop(server, 'SIGTERM')
    },
    async killAll() {
      await Promise.all([...servers].map((server) => stop(server, 'SIGKILL')))
      rmSync(folder, { recursive: true, force: true })
    },
    setClock({ name, child }, ahead) {
      clocks.set(name, ahead)
      writeFileSync(fileOf(name), String(ahead))
      child.kill('SIGUSR2')
    },
    clockOf: ({ name }) => clocks.get(name) ?? 0,
  }
}
