/** `standin wait`: until a server answers. */
import { setTimeout as pause } from 'node:timers/promises'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { Failure } from './failure.ts'
import { duration, option } from './option.ts'
import { print } from './print.ts'
import { ask, type Connection } from './remote.ts'

const between = 100

export const wait = defineCommand({
  name: 'wait',
  summary: 'Wait until a server is ready',
  options: {
    timeout: { ...option('How long at most, such as 30s', duration, 30_000), shown: '30s' },
    ...connectionOptions,
  },
  examples: [['standin start & standin wait && npm run my-tests', 'Tests that find a server that is ready']],
  async run({ values, io }) {
    const reply = await untilReady(values, values.timeout)
    print(io, values, reply, () => `Standin is ready at ${values.url}\n`)
    return 0
  },
})

async function untilReady(connection: Connection, timeout: number): Promise<unknown> {
  const deadline = performance.now() + timeout
  let said: Failure | undefined
  for (;;) {
    const signal = AbortSignal.timeout(Math.ceil(Math.max(1, deadline - performance.now())))
    try {
      return await ask(connection, 'GET ready', { signal })
    } catch (error) {
      // A server that is starting answers nothing at first, and then that it is not ready.
      if (!(error instanceof Failure)) throw error
      // Where time runs out before it has answered again, what it said before tells more.
      if (!signal.aborted || said === undefined) said = error
      if (performance.now() + between >= deadline) throw new Failure(`Not ready in ${timeout} ms. ${said.message}`)
    }
    await pause(between)
  }
}
