/** The commands, in the groups and in the order of the help. */
import { canIDeploy, recordDeployment } from './broker.ts'
import { capsules } from './capsule.ts'
import type { Command, CommandGroup } from './command.ts'
import { completion } from './completion.ts'
import { exercise } from './exercise.ts'
import { explore } from './explore.ts'
import { files } from './files.ts'
import { fixtures } from './fixtures.ts'
import { helpFor } from './help.ts'
import { journal } from './journal.ts'
import { licences } from './licences.ts'
import { mcp } from './mcp.ts'
import { diff, openapi } from './openapi.ts'
import { publish } from './publish.ts'
import { type RowCommandName, rowCommand, rowCommandNames } from './row-commands.ts'
import { clock, contacts, state, subscriptions, trigger } from './row-groups.ts'
import { run } from './run.ts'
import { scenarios } from './scenario.ts'
import { snapshots } from './snapshot.ts'
import { start, stop } from './start.ts'
import { states } from './states.ts'
import { ca } from './tls.ts'
import { verdicts } from './verdict.ts'
import { verify } from './verify.ts'
import { wait } from './wait.ts'
import { worlds } from './worlds.ts'

/** A text is the first word of rows. */
const placed: Readonly<Record<string, readonly (Command | RowCommandName)[]>> = {
  'Run it': [start, stop, wait, run, trigger, 'token', ca],
  Look: [journal, 'orders', 'outbox', files, 'events', 'deliveries', state],
  Change: [scenarios, clock, 'limits', contacts, 'gates', 'callers', 'resources', subscriptions],
  Worlds: [worlds, snapshots, 'reset', fixtures],
  'Judge a client': [exercise, explore, verdicts, capsules],
  Contracts: [verify, publish, canIDeploy, recordDeployment, states, openapi, diff],
  More: [helpFor(() => commands), completion, mcp, licences],
}
const last = 'More'

const grouped = Object.entries(placed).map(([title, all]) => ({
  title,
  commands: all.map((each) => (typeof each === 'string' ? rowCommand(each) : each)),
}))
const named = grouped.flatMap((group) => group.commands.map(({ name }) => name))
const others = rowCommandNames.filter((word) => !named.includes(word)).map((word) => rowCommand(word))

/** Words of rows that no group names are in the last one. */
export const commandGroups: readonly CommandGroup[] = grouped.map(({ title, commands: all }) => ({
  title,
  commands: title === last ? [...all, ...others] : all,
}))

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands)
