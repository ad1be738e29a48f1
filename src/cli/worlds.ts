/** `standin worlds`: the worlds of a server. */
import { Misuse } from '../misuse.ts'
import { heading } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { optional, someText, type Values } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'
import { keep, resetWorld } from './reset.ts'
import { wholeList } from './whole-list.ts'
import { move } from './worlds-move.ts'

const { world: _, environment: __, ...server } = connectionOptions
const name = { ...optional('The name of the world: a-z, 0-9 and -', someText), word: 'required' } as const

/** These commands name their world, so that they speak to the server itself. */
const onServer = { world: 'default', environment: 'test' } as const

/** A proxy finds the server of a world by its name in the path. */
const atItsServer = (values: Values<typeof server>, world: string) => remote({ ...values, world, environment: 'test' })

const list = defineCommand({
  name: 'list',
  summary: 'List the worlds that exist',
  byDefault: true,
  options: server,
  async run({ values, io }) {
    const reply = await wholeList('worlds', (query) => remote({ ...values, ...onServer }).call('control.listWorlds', { query }))
    print(io, values, reply, ({ worlds: all, unreachable = [] }, table) => {
      const servers = all.some(({ instance }) => instance !== undefined)
      const rows = all.map((each) => [each.name, each.created, String(each.calls), ...(servers ? [each.instance ?? 'this server'] : [])])
      const silent = unreachable.map(({ url, why }) => `The peer ${url} did not answer: ${why}.`)
      return table([heading('NAME', 'CREATED', 'CALLS', ...(servers ? ['SERVER'] : [])), ...rows]).concat(silent)
    })
    return 0
  },
})

const make = defineCommand({
  name: 'make',
  summary: 'Make a world, if it does not exist',
  options: { name, ...server },
  examples: [['standin worlds make build-17', 'Clients reach it at /worlds/build-17']],
  async run({ values, io }) {
    const { name: world = '', url } = values
    const reply = await atItsServer(values, world).call('control.makeWorld', { params: { name: world } })
    print(io, values, reply, () => `The world ${world} is at ${url}/worlds/${world}.`)
    return 0
  },
})

const drop = defineCommand({
  name: 'drop',
  summary: 'Drop a world, with everything in it',
  options: { name, ...server },
  async run({ values, io }) {
    const { name: world = '' } = values
    const reply = await atItsServer(values, world).call('control.dropWorld', { params: { name: world } })
    print(io, values, reply, () => `The world ${world} is gone.`)
    return 0
  },
})

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

export const worlds = defineCommand({
  name: 'worlds',
  summary: 'List, make, drop, reset and move worlds',
  options: {},
  commands: [list, make, drop, reset, move],
})
