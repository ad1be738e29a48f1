/** Which scenarios a client can meet: those with a rule for an operation that it calls, or for a job that it makes necessary. */
import type { ControlClient } from '../../control/client.ts'
import { jobs } from '../../jobs/index.ts'
import { operations } from '../../operations/index.ts'
import { readScenario } from '../../scenario/read-scenario.ts'
import { createRuleset } from '../../scenario/ruleset.ts'
import { anyName } from '../../wire/any-name.ts'
import { wholeList } from '../whole-list.ts'

/** The operations and jobs in the journal of a world. */
export async function targetsIn({ call }: ControlClient): Promise<Set<string>> {
  const lines = async (query: { readonly jobs?: 'true' }) =>
    (await wholeList('journal', (page) => call('control.listJournal', { query: { ...page, ...query } }), undefined, { backwards: true }))
      .journal
  const all = [...(await lines({})), ...(await lines({ jobs: 'true' }))]
  return new Set(all.flatMap(({ operation }) => operation ?? []))
}

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
