/** `standin wait`: waits until a server is ready. */
import { setTimeout as pause } from 'node:timers/promises'
import { defineCommand, Failure } from './command.ts'
import type { Io } from './io.ts'
import { bare, duration, option } from './option.ts'
import { print } from './print.ts'
import { type Connection, connectionOptions, remote, trustOwnCa } from './remote.ts'
import { serverOfContainer } from './server-of-container.ts'
import type { Config } from './values.ts'

/** Milliseconds between two tries. */
const between = 100

export const wait = defineCommand({
  name: 'wait',
  summary: 'Wait until a server is ready',
  options: {
    timeout: { ...option('How long to wait at most, such as 30s', duration, 30_000), shown: '30s' },
    container: bare(
      'Wait for the server of this container: with the port and TLS of its command, of the environment, or of the configuration file',
    ),
    ...connectionOptions,
  },
  examples: [['standin start & standin wait && npm run my-tests', 'Start the tests when the server is ready']],
  async run({ values, config, io }) {
    const { url, reply } = await untilReady(
      values.container ? () => ofContainer(values, config, io) : async () => ({ connection: values }),
      values.timeout,
    )
    print(io, values, reply, () => `Standin is ready at ${url}`)
    return 0
  },
})

interface WaitTarget {
  readonly connection: Connection
  /** What to add to a failure. */
  readonly hint?: string
}

async function ofContainer(values: Connection, config: Config, io: Io): Promise<WaitTarget> {
  const { url, caFolder, pid } = serverOfContainer(config, io)
  if (url.startsWith('https:')) await trustOwnCa(caFolder)
  const hint = pid === undefined ? ' No process of this container is "standin start".' : ''
  return { connection: { ...values, url }, hint }
}

/** `find` is asked at each try: a server may not have started yet. */
async function untilReady(find: () => Promise<WaitTarget>, timeout: number) {
  const deadline = performance.now() + timeout
  let said: Failure | undefined
  for (;;) {
    const { connection, hint = '' } = await find()
    const signal = AbortSignal.timeout(Math.ceil(Math.max(1, deadline - performance.now())))
    try {
      const reply = await remote(connection).call('control.ready', { signal })
      await demandStandin(connection, signal)
      return { url: connection.url, reply }
    } catch (error) {
      // A server that starts does not answer at first, and then says that it is not ready.
      if (!(error instanceof Failure)) throw error
      // When time runs out during a try, the answer before it says more.
      if (!signal.aborted || said === undefined) said = error
      if (performance.now() + between >= deadline) throw new Failure(`Not ready in ${timeout} ms. ${said.message}${hint}`)
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
