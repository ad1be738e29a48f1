/** Runs a command in a world of its own, with or without a scenario, asks for the verdicts, and tells which scenarios the command can meet. */

import type { ControlClient, ControlReply } from '../../../control/client.ts'
import { jobs, operations } from '../../../service/areas/index.ts'
import { readScenario } from '../../../service/failures/read-scenario.ts'
import { createRuleset } from '../../../service/failures/ruleset.ts'
import { anyName } from '../../../service/wire/any-name.ts'
import { type AnsweredCall, isRefused } from '../../explore/trace.ts'
import { runWithin } from '../frame/child.ts'
import type { Io } from '../frame/io.ts'
import { type Connection, namesAt, remote, serverOf, wholeList } from '../frame/remote.ts'
import type { VerdictsReply } from '../verdicts/judgement.ts'
import { type Run, worstOf } from './matrix.ts'

export interface Running {
  readonly server: Connection
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
  const [serverClient, worldClient] = [remote(server), remote({ ...server, world })]
  await serverClient.call('control.makeWorld', { params: { name: world } })
  try {
    await worldClient.call('control.startVerdicts')
    if (scenario !== null) await worldClient.call('control.activateScenario', { params: { name: scenario } })
    const url = `${serverOf(server.url)}/worlds/${world}`
    const env = { ...io.env, STANDIN_URL: url, ...(server.adminToken !== undefined && { STANDIN_ADMIN_TOKEN: server.adminToken }) }
    const exitCode = await runWithin(command, { folder: io.folder, env, quiet }, Math.min(time, limit))
    const reply = await worldClient.call('control.listVerdicts')
    io.stderr.say(`${scenario ?? 'without a scenario'}: ${exitCode === null ? 'ended, because its time was up' : `exit code ${exitCode}`}`)
    const met = scenario === null || !reply.unmet.includes(scenario)
    const cut = exitCode === null && limit <= time
    return {
      run: { scenario, exitCode, cut, met, verdicts: worstOf(reply) },
      verdicts: reply.verdicts,
      ...(await journalled(worldClient, scenario === null)),
    }
  } finally {
    await serverClient.call('control.dropWorld', { params: { name: world } })
  }
}

/** What the journal of a world tells of a run. */
export interface Journalled {
  /** The operations and jobs. */
  readonly targets: ReadonlySet<string>
  /** The calls, oldest first. Those that were refused have the body of the reply, where it was asked for. */
  readonly calls: readonly AnsweredCall[]
}

export async function journalled({ call }: ControlClient, readsReplies: boolean): Promise<Journalled> {
  const lines = async (query: { readonly jobs?: 'true' }) =>
    (await wholeList('journal', (page) => call('control.listJournal', { query: { ...page, ...query } }), undefined, { backwards: true }))
      .journal
  const [calls, jobLines] = [await lines({}), await lines({ jobs: 'true' })]
  const labelOf = ({ operation, method, path }: JournalLine) => operation ?? `${method} ${path}`
  // One reply of each kind says enough.
  const newest = new Map((readsReplies ? calls.filter(isRefused) : []).map((line) => [`${labelOf(line)} ${line.status}`, line.id]))
  const bodies = new Map<string, string | null>()
  for (const id of newest.values()) bodies.set(id, (await call('control.showJournalLine', { params: { id } })).reply?.body ?? null)
  return {
    targets: new Set([...calls, ...jobLines].flatMap(({ operation }) => operation ?? [])),
    calls: calls.map((line) => ({ label: labelOf(line), status: line.status, replyBody: bodies.get(line.id) ?? null })),
  }
}

type JournalLine = ControlReply<'control.listJournal'>['journal'][number]

/** The scenarios that have a rule for one of the targets. */
export async function scenariosFor(server: Connection, targets: ReadonlySet<string>): Promise<string[]> {
  const met = [...operations, ...jobs].filter(({ id }) => targets.has(id))
  const fitting: string[] = []
  for (const name of await namesAt(server, 'scenarios')) {
    const { document } = await remote(server).call('control.showScenario', { params: { name } })
    const ruleset = createRuleset([{ scenario: readScenario(anyName(name), document, 'defined'), since: 0 }])
    if (met.some((target) => ruleset.of(target).rules.length > 0)) fitting.push(name)
  }
  return fitting
}
