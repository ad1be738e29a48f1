/** `standin worlds`: lists, creates, removes and resets a server's worlds. */

import type { ControlReply } from '../../../control/client.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { defineCommand } from '../frame/command.ts'
import { completed, type Option, required } from '../frame/option.ts'
import { heading, type Table } from '../frame/print.ts'
import { connectionOptions, namesAt } from '../frame/remote.ts'
import { rowCommand, rowGroup } from '../frame/row-commands.ts'

const { world: _, environment: __, ...server } = connectionOptions
const name = completed('worlds', required("The world's name: a-z, 0-9 and -"))

const resetOfRow = rowCommand('reset')

const reset = defineCommand({
  name: 'reset',
  summary: 'Reset a world to its initial state',
  options: { name, keep: resetOfRow.options.keep as Option<unknown>, ...server },
  async run({ values, ...input }) {
    const { name: world } = values
    const names = await namesAt(values, 'worlds')
    if (!names.includes(world)) throw new Misuse(`World not found: ${JSON.stringify(world.slice(0, 100))}.`, names)
    await resetOfRow.run?.({ ...input, values: { ...values, world, environment: 'test', all: false } })
  },
})

function inWords({ worlds: all }: ControlReply<'control.listWorlds'>, table: Table): string[] {
  const servers = all.some(({ instance }) => instance !== undefined)
  const rows = all.map((each) => [each.name, each.created, String(each.calls), ...(servers ? [each.instance ?? '-'] : [])])
  return table([heading('NAME', 'CREATED', 'CALLS', ...(servers ? ['SERVER'] : [])), ...rows])
}

export const worlds = rowGroup('worlds', ['list', 'put', 'remove', 'release', reset], { 'control.listWorlds': inWords })
