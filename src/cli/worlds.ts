/** `standin worlds`: the worlds of a server, also moved to another one: by name, or as a proxy sends their calls. */

import type { ControlReply } from '../control/rows/client.ts'
import { addressOf } from '../engine/address.ts'
import { Misuse } from '../misuse.ts'
import { defineCommand, Failure, messageOf } from './command.ts'
import { address, addresses, bare, type Option, optional, someText, type Values } from './option.ts'
import { heading, print, type Table } from './print.ts'
import { type Connection, connectionOptions, remote, wholeList } from './remote.ts'
import { rowCommand, rowGroup } from './row-commands.ts'

const { adminToken, json } = connectionOptions

const options = {
  names: { ...optional('The names of the worlds', someText), word: 'optional', many: true } as const,
  from: optional('The address of the server that has them', address),
  to: optional('The address of the server that gets them', address),
  by: optional('Instead of names: the address of a proxy. Every world moves to the server that the proxy asks for it', address),
  among: { ...optional('With --by: the addresses of all servers, with spaces or commas between', addresses), many: true } as const,
  plan: bare('Print what would move, and move nothing'),
  adminToken,
  json,
}

export const move = defineCommand({
  name: 'move',
  summary: 'Move worlds to another server, with everything in them',
  options,
  examples: [
    ['standin worlds move team-a --from http://10.0.0.1:4300 --to http://10.0.0.2:4300', 'Its calls are answered 503 meanwhile'],
    [
      'standin worlds move --by http://10.0.0.9:8081 --among http://10.0.0.1:4300,http://10.0.0.2:4300 --plan',
      'What a new proxy would move',
    ],
  ],
  async run({ values, io }) {
    const moves = await movesOf(values)
    if (values.plan) {
      print(io, values, { moves, total: moves.length }, (_, table) =>
        table([heading('WORLD', 'FROM', 'TO'), ...moves.map(({ name, from, to }) => [name, from, to])]),
      )
      return 0
    }
    const { moveWorld } = await import('./move-world.ts')
    const moved: Misplaced[] = []
    const failed: (Misplaced & { why: string })[] = []
    for (const each of moves) {
      const at = (url: string) => ({ ...values, url, world: 'default', environment: 'test' as const })
      try {
        if (await moveWorld(each.name, { from: at(each.from), to: at(each.to) })) moved.push(each)
      } catch (error) {
        if (!(error instanceof Failure || error instanceof Misuse)) throw error
        if (moves.length === 1) throw error
        failed.push({ ...each, why: messageOf(error) })
      }
    }
    print(io, values, { moved, failed, total: moved.length }, () => [
      ...failed.map(({ name, why }) => `${name} stays: ${why}`),
      `${moved.length} of ${moves.length} ${moves.length === 1 ? 'world' : 'worlds'} moved. Reload the proxy: the old place refuses their calls for an hour.`,
    ])
    return failed.length > 0 ? 1 : 0
  },
})

async function movesOf(values: Values<typeof options>): Promise<readonly Misplaced[]> {
  const { names, from, to, by, among } = values
  if (by !== undefined) {
    if (!among || names !== undefined || from !== undefined || to !== undefined)
      throw new Misuse('--by needs --among, and neither names of worlds nor --from and --to.')
    return misplacedWorlds(by, among, { ...values, url: by, world: 'default', environment: 'test' })
  }
  if (names === undefined || from === undefined || to === undefined) throw new Misuse('Name worlds, --from and --to; or --by and --among.')
  if (from === to) throw new Misuse(`--from and --to are both ${from}.`)
  return names.split('\n').map((name) => ({ name, from, to }))
}

interface Misplaced {
  readonly name: string
  /** Addresses of servers. */
  readonly from: string
  readonly to: string
}

/** Questions to the proxy at the same time. */
const atOnce = 16

/** Asks the servers for their worlds, and the proxy for each of them. Rejects with {@link Misuse} for a server without a name. */
async function misplacedWorlds(proxy: string, urls: readonly string[], connection: Connection): Promise<Misplaced[]> {
  const { isHeld, worldsAt } = await import('./move-world.ts')
  const servers = await Promise.all(
    urls.map(async (url) => {
      const { worlds, instance } = await worldsAt({ ...connection, url })
      if (instance === undefined) throw new Misuse(`The server ${url} has no name. Start it with --instance <name>.`)
      const areHeld = await Promise.all(worlds.map((world) => isHeld(world, { ...connection, url })))
      return { url, instance, worlds: worlds.filter((_, nth) => areHeld[nth]) }
    }),
  )
  const byName = new Map(servers.map(({ instance, url }) => [instance, url]))
  if (byName.size < urls.length) throw new Misuse(`Two of these servers have the same name (--instance): ${urls.join(', ')}.`)
  const placed = servers.flatMap(({ url, worlds }) => worlds.map(({ name }) => ({ name, from: url })))
  const misplaced: Misplaced[] = []
  for (let at = 0; at < placed.length; at += atOnce) {
    const some = placed
      .slice(at, at + atOnce)
      .map(async (world) => ({ ...world, to: await placeOf(world.name, proxy, connection, byName) }))
    misplaced.push(...(await Promise.all(some)))
  }
  return misplaced.filter(({ from, to }) => from !== to)
}

async function placeOf(world: string, proxy: string, connection: Connection, byName: ReadonlyMap<string, string>): Promise<string> {
  const { instance = 'a server without a name' } = await remote({ ...connection, url: proxy, world, environment: 'test' }).call(
    'control.health',
  )
  const url = byName.get(instance)
  if (url !== undefined) return url
  throw new Failure(`${addressOf(proxy, world)} is answered by ${instance}, which --among does not name.`)
}

const { world: _, environment: __, ...server } = connectionOptions
const name = { ...optional('The name of the world: a-z, 0-9 and -', someText), word: 'required' } as const

/** These commands name their world, so that they speak to the server itself. */
const onServer = { world: 'default', environment: 'test' } as const

const resetOfRow = rowCommand('reset')

const reset = defineCommand({
  name: 'reset',
  summary: 'Bring a world back to its start',
  options: { name, keep: resetOfRow.options.keep as Option<unknown>, ...server },
  async run({ values, ...input }) {
    const { name: world = '' } = values
    const { worlds: all } = await wholeList('worlds', (query) => remote({ ...values, ...onServer }).call('control.listWorlds', { query }))
    const names = all.map((each) => each.name)
    if (!names.includes(world)) throw new Misuse(`There is no world ${JSON.stringify(world.slice(0, 100))}.`, names)
    return resetOfRow.run?.({ ...input, values: { ...values, world, environment: 'test', all: false } })
  },
})

function inWords({ worlds: all, unreachable = [] }: ControlReply<'control.listWorlds'>, table: Table): string[] {
  const servers = all.some(({ instance }) => instance !== undefined)
  const rows = all.map((each) => [each.name, each.created, String(each.calls), ...(servers ? [each.instance ?? 'this server'] : [])])
  const silent = unreachable.map(({ url, why }) => `The peer ${url} did not answer: ${why}.`)
  return table([heading('NAME', 'CREATED', 'CALLS', ...(servers ? ['SERVER'] : [])), ...rows]).concat(silent)
}

export const worlds = rowGroup('worlds', ['list', 'make', 'drop', reset, move], { 'control.listWorlds': inWords })
