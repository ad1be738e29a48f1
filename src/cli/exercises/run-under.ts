/** Runs a command in a world of its own, with or without a scenario, and asks for the verdicts. */
import { runWithin } from '../child.ts'
import type { Io } from '../io.ts'
import { type Connection, remote } from '../remote.ts'
import type { VerdictsReply } from '../verdicts/judgement.ts'
import { type Run, worstOf } from './matrix.ts'
import { type Journalled, journalled } from './targets.ts'

export interface Server {
  readonly url: string
  readonly adminToken: string | undefined
}

export const connectionTo = ({ url, adminToken }: Server, world = 'default'): Connection => ({
  url,
  world,
  environment: 'test',
  adminToken,
  json: false,
})

export interface Running {
  readonly server: Server
  /** The name of the world, which is made and dropped. */
  readonly world: string
  /** Null: none. */
  readonly scenario: string | null
  readonly command: readonly string[]
  /** Milliseconds that this run may take; absent: as many as are left. */
  readonly time?: number
  /** Milliseconds that are left for all runs. */
  readonly limit: number
  readonly quiet: boolean
  readonly io: Io
}

export interface Ran extends Journalled {
  readonly run: Run
  readonly verdicts: VerdictsReply['verdicts']
}

export async function runUnder({
  server,
  world,
  scenario,
  command,
  time = Number.POSITIVE_INFINITY,
  limit,
  quiet,
  io,
}: Running): Promise<Ran> {
  const [outside, inside] = [remote(connectionTo(server)), remote(connectionTo(server, world))]
  await outside.call('control.makeWorld', { params: { name: world } })
  try {
    await inside.call('control.startVerdicts')
    if (scenario !== null) await inside.call('control.activateScenario', { params: { name: scenario } })
    const url = `${server.url}/worlds/${world}`
    const env = { ...io.env, STANDIN_URL: url, ...(server.adminToken !== undefined && { STANDIN_ADMIN_TOKEN: server.adminToken }) }
    const exitCode = await runWithin(command, { folder: io.folder, env, quiet }, Math.min(time, limit))
    const reply = await inside.call('control.listVerdicts')
    io.stderr.say(`${scenario ?? 'without a scenario'}: ${exitCode === null ? 'ended, because its time was up' : `exit code ${exitCode}`}`)
    const met = scenario === null || !reply.unmet.includes(scenario)
    const cut = exitCode === null && limit <= time
    return {
      run: { scenario, exitCode, cut, met, verdicts: worstOf(reply) },
      verdicts: reply.verdicts,
      ...(await journalled(inside, scenario === null)),
    }
  } finally {
    await outside.call('control.dropWorld', { params: { name: world } })
  }
}
