/** Control rows for worlds. */
import { z } from 'zod'
import { addressOf, demandWorldName } from '../../service/engine/address.ts'
import { type ListedWorld, type Retainable, retainable } from '../../service/engine/lifetime.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { reply } from '../../service/wire/row.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import { copyWorldData } from '../../service/world/world.ts'
import { pageOf } from '../rows/page.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { type ControlContext, defineControl, optionalJson } from '../rows/row.ts'
import { sentBy } from '../serving/sent-by.ts'
import type { Simulator } from '../simulator.ts'

const group = { name: 'worlds', summary: 'List, create, remove, unload and reset worlds' } as const

const worldReply = z.object({
  name: z.string().describe("The world's name."),
  created: z.iso.datetime().describe('When the world was created.'),
  calls: z.int().describe('The number of calls made to the world; for a world on another server, up to 1,000 too high.'),
  instance: z
    .string()
    .optional()
    .describe('The server that has loaded the world; absent if no server has loaded it, or if this server has no name.'),
})

const listWorlds = defineControl('control.listWorlds', 'GET /_standin/worlds', {
  world: 'none',
  summary: 'All worlds',
  request: { query: z.object(pageQuery) },
  replies: {
    200: reply.json(
      z.object({
        worlds: z.array(worldReply).describe('The worlds.'),
        instance: z.string().optional().describe('The name of the server that answered.'),
        ...pageReply,
      }),
    ),
  },
  command: { group, name: 'list', summary: 'List all worlds', byDefault: true, list: 'worlds' },

  async handle({ query }, { simulator, reply: answer }) {
    const { instance } = simulator.settings
    const all = (await allWorlds(simulator)).map(({ created, instance: owner, ...world }) => ({
      ...world,
      created: zulu(created),
      ...(owner !== undefined && { instance: owner }),
    }))
    return answer(200, { ...pageOf('worlds', all, pageIn(query), ({ name }) => name), ...(instance !== undefined && { instance }) })
  },
})

/** Worlds in this process have the latest data. The list is sorted, because any server may answer the request for the next page. */
async function allWorlds({ worlds, worldStore, settings: { instance } }: Simulator): Promise<ListedWorld[]> {
  const others = (await worldStore?.list()) ?? []
  const here = worlds().map(({ name, data: { created, calls } }) => ({ name, created, calls, ...(instance !== undefined && { instance }) }))
  const names = new Set(here.map(({ name }) => name))
  const all = [...here, ...others.filter(({ name }) => !names.has(name))]
  return worldStore ? all.toSorted((one, other) => (one.name < other.name ? -1 : 1)) : all
}

const makeWorld = defineControl('control.makeWorld', 'PUT /_standin/worlds/{name}', {
  world: 'none',
  makesNamed: true,
  summary: 'Create a world. An existing world stays unchanged',
  request: { params: z.object({ name: z.string().describe("The world's name: a-z, 0-9 and -.") }) },
  replies: { 200: reply.json(worldReply), 201: reply.json(worldReply) },
  example: { params: { name: 'build-17' } },
  command: {
    group,
    name: 'put',
    also: ['make'],
    summary: 'Create a world if it does not exist',
    examples: [['standin worlds put build-17', 'Create a world that clients reach at /worlds/build-17']],
    said: 'World {name} is at {url}/worlds/{name}.',
  },

  handle({ params: { name } }, { simulator, reply: answer }) {
    demandWorldName(name)
    const isKnown = simulator.worlds().some((each) => each.name === name)
    const { data } = simulator.knobs(name).world
    return answer(isKnown ? 200 : 201, { name, created: zulu(data.created), calls: data.calls })
  },
})

const dropWorld = defineControl('control.dropWorld', 'DELETE /_standin/worlds/{name}', {
  world: 'none',
  waitsForDue: false,
  summary: 'Remove a world and everything in it',
  request: { params: z.object({ name: z.string().describe("The world's name: a-z, 0-9 and -.") }) },
  example: { params: { name: 'build-17' } },
  command: { group, name: 'remove', also: ['drop'], completes: { name: 'worlds' }, said: 'Removed world {name}.' },

  handle: ({ params }, { simulator, done }) => done(simulator.drop(params.name)),
})

const releaseWorld = defineControl('control.releaseWorld', 'POST /_standin/worlds/{name}/release', {
  world: 'none',
  summary: 'Unload a stored world, so that the next server to receive a call for the world loads it',
  request: { params: z.object({ name: z.string().describe("The world's name.") }) },
  example: { params: { name: 'build-17' } },
  command: {
    group,
    name: 'release',
    completes: { name: 'worlds' },
    summary: 'Unload a stored world, so that the next server to receive a call for the world loads it',
    said: 'Unloaded world {name}.',
  },

  handle({ params: { name } }, { simulator, done }) {
    simulator.knobsOfExisting(name)
    const { worldStore } = simulator
    if (!worldStore)
      throw new Misuse("This server's worlds are not stored, so an unloaded world would be lost. Start it with --data.", undefined, 409)
    return done(worldStore.release(name))
  },
})

const forkWorld = defineControl('control.forkWorld', 'POST /_standin/worlds/{name}/fork', {
  world: 'none',
  summary: 'Copy a world in its current state, with its files, under another name',
  request: {
    params: z.object({ name: z.string().describe("The world's name.") }),
    body: { kind: 'json', schema: z.strictObject({ as: z.string().describe("The copy's name.") }) },
  },
  replies: { 201: reply.json(worldReply) },
  example: { params: { name: 'build-17' }, body: { as: 'build-17-copy' } },

  async handle({ params, body }, { simulator, reply: answer }) {
    demandWorldName(body.as)
    const { world } = simulator.knobsOfExisting(params.name)
    if ((await allWorlds(simulator)).some(({ name }) => name === body.as))
      throw new Misuse(`World ${JSON.stringify(body.as)} already exists. Remove it first, or choose another name.`, undefined, 409)
    await simulator.reach(body.as)
    const data = { ...copyWorldData(world), name: body.as }
    await simulator.load(data, world.blobs)
    return answer(201, { name: body.as, created: zulu(data.created), calls: data.calls })
  },
})

const request = z.strictObject({
  keep: z.array(z.enum(retainable)).optional().describe('The parts to keep.'),
  all: z.boolean().optional().describe('True to reset every world, including those on other servers. Default: only this world.'),
})

const reset = defineControl('control.reset', 'POST /_standin/reset', {
  world: 'made',
  waitsForDue: false,
  replacesWorld: true,
  summary: 'Reset the world to its initial state, except for the parts to keep',
  request: { body: optionalJson(request) },
  isDestructive: true,
  example: { body: { keep: ['scenarios'] } },
  command: {
    name: 'reset',
    summary: 'Reset a world to its initial state',
    options: {
      keep: 'The parts to keep, separated by commas',
      all: { description: 'Reset every world, including those on other servers', kind: 'flag' },
    },
    examples: [['standin reset --keep scenarios,clock', 'Delete the records, but keep scenarios and clock']],
    said: 'Reset [{?all}all worlds][{!all}world {world}][, but kept {keep}].',
  },

  handle({ body }, context) {
    const { knobs, done } = context
    return done(body?.all ? resetAll(context, body.keep) : knobs.reset(body?.keep))
  },
})

/** Worlds outside this process are reset by separate calls. If any of these calls fail, throws the first failure after the last call. */
async function resetAll({ simulator, call, address: { base }, frontDoor }: ControlContext, keep: readonly Retainable[] | undefined) {
  const here = new Set(simulator.worlds().map(({ name }) => name))
  simulator.resetAll(keep)
  const send = sentBy(call, base, frontDoor(simulator))
  const headers = { 'content-type': 'application/json' }
  let refused: Misuse | undefined
  for (const { name } of (await simulator.worldStore?.list()) ?? []) {
    if (here.has(name)) continue
    const response = await send(
      new Request(`${addressOf(base, name)}/_standin/reset`, { method: 'POST', headers, body: JSON.stringify({ keep }) }),
    )
    if (response.ok) continue
    const { detail } = z.object({ detail: z.string() }).parse(await response.json())
    refused ??= new Misuse(`World ${name} was not reset: ${detail}`, undefined, response.status)
  }
  if (refused) throw refused
}

export const worldsRows = [listWorlds, makeWorld, dropWorld, releaseWorld, forkWorld, reset] as const
