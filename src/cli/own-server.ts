/** A server that a command starts for itself, and stops at its end. */
import { randomUUID } from 'node:crypto'
import type { RunningSimulator } from '../index.ts'
import { option, wholeNumber } from './option.ts'
import { type Serving, serve } from './serve.ts'

/** Not from the environment: STANDIN_PORT may be that of another server. */
export const ownPort = { ...option('The port of the server', wholeNumber(0, 65_535), 0), shown: 'any free one' }

/** `use` begins when everything is loaded, so that its first call is as fast as every other. */
export async function withOwnServer<Result>(
  { values, ...serving }: Serving,
  use: (running: RunningSimulator, adminToken: string) => Promise<Result>,
): Promise<Result> {
  const adminToken = values.adminToken ?? randomUUID()
  const { running, stop } = await serve({ ...serving, values: { ...values, adminToken } })
  try {
    await running.simulator.ready()
    return await use(running, adminToken)
  } finally {
    await stop()
  }
}
