/** The table of commands, grouped and ordered as in the help. */
import { canIDeploy, recordDeployment } from './commands/broker.ts'
import { capsules } from './commands/capsule.ts'
import { client } from './commands/client.ts'
import { compare } from './commands/compare.ts'
import { completion } from './commands/completion.ts'
import { explore } from './commands/explore.ts'
import { files } from './commands/files.ts'
import { fixtures } from './commands/fixtures.ts'
import { helpFor } from './commands/help.ts'
import { journal } from './commands/journal.ts'
import { licences } from './commands/licences.ts'
import { mcp } from './commands/mcp.ts'
import { diff, openapi } from './commands/openapi.ts'
import { publish } from './commands/publish.ts'
import { clock, contacts, state, subscriptions, trigger } from './commands/row-groups.ts'
import { run } from './commands/run.ts'
import { scenarios } from './commands/scenario.ts'
import { snapshots } from './commands/snapshot.ts'
import { start, stop } from './commands/start.ts'
import { states } from './commands/states.ts'
import { verdicts } from './commands/verdict.ts'
import { verify } from './commands/verify.ts'
import { wait } from './commands/wait.ts'
import { worlds } from './commands/worlds.ts'
import type { Command, CommandGroup } from './frame/command.ts'
import { type RowCommandName, rowCommand, rowCommandNames } from './frame/row-commands.ts'
import { ca } from './serving/tls.ts'

/** A string stands for all row commands that start with that word. */
const placed: Readonly<Record<string, readonly (Command | RowCommandName)[]>> = {
  'Run it': [start, stop, wait, run, client, trigger, 'token', ca],
  Look: [journal, 'orders', 'outbox', files, 'events', 'deliveries', state],
  Change: [scenarios, clock, 'limits', contacts, 'gates', 'callers', 'resources', subscriptions],
  Worlds: [worlds, snapshots, 'reset', fixtures],
  'Judge a client': [explore, verdicts, capsules],
  Contracts: [verify, publish, canIDeploy, recordDeployment, states, compare, openapi, diff],
  More: [helpFor(() => commands), completion, mcp, licences],
}
const last = 'More'

const grouped = Object.entries(placed).map(([title, all]) => ({
  title,
  commands: all.map((each) => (typeof each === 'string' ? rowCommand(each) : each)),
}))
const named = grouped.flatMap((group) => group.commands.map(({ name }) => name))
const others = rowCommandNames.filter((word) => !named.includes(word)).map((word) => rowCommand(word))

/** Row commands without a group are added to the last group. */
export const commandGroups: readonly CommandGroup[] = grouped.map(({ title, commands: all }) => ({
  title,
  commands: title === last ? [...all, ...others] : all,
}))

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands)
