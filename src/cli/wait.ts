/** `standin wait`: waits until a server is ready. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { defineCommand } from './command.ts'
import { connectionOptions, defaultPort } from './connection.ts'
import { Failure } from './failure.ts'
import { bare, duration, everywhere, option, wholeNumber } from './option.ts'
import { print } from './print.ts'
import { type Connection, remote } from './remote.ts'

/** Milliseconds between two tries. */
const between = 100

export const wait = defineCommand({
  name: 'wait',
  summary: 'Wait until a server is ready',
  options: {
    timeout: { ...option('How long to wait at most, such as 30s', duration, 30_000), shown: '30s' },
    container: bare('Wait for the server of this container: at the port of its command, of STANDIN_PORT, or of the configuration file'),
    port: everywhere(option('With --container: the port, if the command of the container names none', wholeNumber(0, 65_535), defaultPort)),
    ...connectionOptions,
  },
  examples: [['standin start & standin wait && npm run my-tests', 'Start the tests when the server is ready']],
  async run({ values, io }) {
    const url = values.container ? `http://127.0.0.1:${portOf(commandOfContainer(), values.port)}` : values.url
    const reply = await untilReady({ ...values, url }, values.timeout)
    print(io, values, reply, () => `Standin is ready at ${url}\n`)
    return 0
  },
})

/** What the first process of a container was started with: the server, or an init with it. */
function commandOfContainer(): string[] {
  try {
    return readFileSync('/proc/1/cmdline', 'utf8').split('\0')
  } catch {
    return []
  }
}

/** The port that a command names with `--port`. */
export function portOf(command: readonly string[], otherwise: number): number {
  const named = command.findLast((each, at) => command[at - 1] === '--port' || each.startsWith('--port='))
  return named === undefined ? otherwise : Number(named.replace('--port=', ''))
}

async function untilReady(connection: Connection, timeout: number) {
  const deadline = performance.now() + timeout
  let said: Failure | undefined
  for (;;) {
    const signal = AbortSignal.timeout(Math.ceil(Math.max(1, deadline - performance.now())))
    try {
      const reply = await remote(connection).call('control.ready', { signal })
      await demandStandin(connection, signal)
      return reply
    } catch (error) {
      // A server that starts does not answer at first, and then says that it is not ready.
      if (!(error instanceof Failure)) throw error
      // When time runs out during a try, the answer before it says more.
      if (!signal.aborted || said === undefined) said = error
      if (performance.now() + between >= deadline) throw new Failure(`Not ready in ${timeout} ms. ${said.message}`)
    }
    await pause(between)
  }
}

/** Another program on the port may answer everything with 200. */
async function demandStandin(connection: Connection, signal: AbortSignal): Promise<void> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- another program may answer null.
  const name = (await remote(connection).call('control.version', { signal }))?.name
  if (name !== 'standin') throw new Failure(`Another program answers at ${connection.url}. Start Standin on another port (--port).`)
}
