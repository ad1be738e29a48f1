/** `standin worlds`: the worlds of a server. */
import type { ControlReply } from '../control/rows/client.ts'
import { Misuse } from '../misuse.ts'
import { defineCommand } from './command.ts'
import { optional, someText } from './option.ts'
import type { Table } from './print.ts'
import { heading } from './print.ts'
import { connectionOptions, remote } from './remote.ts'
import { keep, resetWorld } from './reset.ts'
import { rowGroup } from './row-commands.ts'
import { wholeList } from './whole-list.ts'
import { move } from './worlds-move.ts'

const { world: _, environment: __, ...server } = connectionOptions
const name = { ...optional('The name of the world: a-z, 0-9 and -', someText), word: 'required' } as const

/** These commands name their world, so that they speak to the server itself. */
const onServer = { world: 'default', environment: 'test' } as const

const reset = defineCommand({
  name: 'reset',
  summary: 'Bring a world back to its start',
  options: { name, keep, ...server },
  async run({ values, io }) {
    const { name: world = '' } = values
    const { worlds: all } = await wholeList('worlds', (query) => remote({ ...values, ...onServer }).call('control.listWorlds', { query }))
    const names = all.map((each) => each.name)
    if (!names.includes(world)) throw new Misuse(`There is no world ${JSON.stringify(world.slice(0, 100))}.`, names)
    return resetWorld({ ...values, world, environment: 'test' }, io)
  },
})

function inWords({ worlds: all, unreachable = [] }: ControlReply<'control.listWorlds'>, table: Table): string[] {
  const servers = all.some(({ instance }) => instance !== undefined)
  const rows = all.map((each) => [each.name, each.created, String(each.calls), ...(servers ? [each.instance ?? 'this server'] : [])])
  const silent = unreachable.map(({ url, why }) => `The peer ${url} did not answer: ${why}.`)
  return table([heading('NAME', 'CREATED', 'CALLS', ...(servers ? ['SERVER'] : [])), ...rows]).concat(silent)
}

export const worlds = rowGroup('worlds', ['list', 'make', 'drop', reset, move], { 'control.listWorlds': inWords })
