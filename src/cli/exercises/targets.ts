/** Which scenarios a client can meet: those with a rule for an operation that it calls, or for a job that it makes necessary. */

import { jobs, operations } from '../../areas/index.ts'
import type { ControlClient, ControlReply } from '../../control/rows/client.ts'
import { readScenario } from '../../failures/scenario/read-scenario.ts'
import { createRuleset } from '../../failures/scenario/ruleset.ts'
import { isRefused } from '../../judge/explore/refused.ts'
import type { AnsweredCall } from '../../judge/explore/trace.ts'
import { anyName } from '../../wire/any-name.ts'
import { wholeList } from '../remote.ts'

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

/** The names of all scenarios that a server has. */
export async function scenariosOf({ call }: ControlClient): Promise<string[]> {
  return (await wholeList('scenarios', (query) => call('control.listScenarios', { query }))).scenarios.map(({ name }) => name)
}

/** Whether a rule of a scenario covers one of the targets. */
export async function canMeet({ call }: ControlClient, name: string, targets: ReadonlySet<string>): Promise<boolean> {
  const { document } = await call('control.showScenario', { params: { name } })
  const ruleset = createRuleset([{ scenario: readScenario(anyName(name), document, 'defined'), since: 0 }])
  return [...operations, ...jobs].some((target) => targets.has(target.id) && ruleset.of(target).rules.length > 0)
}
