/** The worlds of a server: list, make, copy, drop, and bring back to the start. */
import { z } from 'zod'
import { addressOf, demandWorldName } from '../../service/engine/address.ts'
import type { ListedWorld } from '../../service/engine/lifetime.ts'
import { type Retainable, retainable } from '../../service/engine/lifetime.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { reply } from '../../service/wire/row.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import { copyWorldData } from '../../service/world/world.ts'
import { pageOf } from '../rows/page.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { type ControlContext, defineControl, optionalJson } from '../rows/row.ts'
import { sentBy } from '../serving/sent-by.ts'
import type { Simulator } from '../simulator.ts'

const group = { name: 'worlds', summary: 'List, make, remove, let go and reset worlds' } as const

const worldReply = z.object({
  name: z.string().describe('The name of the world.'),
  created: z.iso.datetime().describe('When it was made.'),
  calls: z.int().describe('How many calls the world has had; of a world at another server, up to 1,000 more.'),
  instance: z.string().optional().describe('The server that has the world. Absent: none has it at the moment, or this server has no name.'),
})

const listWorlds = defineControl({
  id: 'control.listWorlds',
  method: 'GET',
  path: '/_standin/worlds',
  world: 'none',
  summary: 'The worlds that exist',
  request: { query: z.object(pageQuery) },
  replies: {
    200: reply.json(
      z.object({
        worlds: z.array(worldReply).describe('The worlds.'),
        instance: z.string().optional().describe('The name of the server that answers.'),
        ...pageReply,
      }),
    ),
  },
  command: { group, name: 'list', summary: 'List the worlds that exist', byDefault: true, list: 'worlds' },

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

/** Those of this process say themselves what they had. All servers have one order, because any of them answers the next page. */
async function allWorlds({ worlds, worldStore, settings: { instance } }: Simulator): Promise<ListedWorld[]> {
  const others = (await worldStore?.list()) ?? []
  const here = worlds().map(({ name, data: { created, calls } }) => ({ name, created, calls, ...(instance !== undefined && { instance }) }))
  const names = new Set(here.map(({ name }) => name))
  const all = [...here, ...others.filter(({ name }) => !names.has(name))]
  return worldStore ? all.toSorted((one, other) => (one.name < other.name ? -1 : 1)) : all
}

const makeWorld = defineControl({
  id: 'control.makeWorld',
  method: 'PUT',
  path: '/_standin/worlds/{name}',
  world: 'none',
  makesNamed: true,
  summary: 'Make a world; one that exists stays as it is',
  request: { params: z.object({ name: z.string().describe('The name of the world: a-z, 0-9 and -.') }) },
  replies: { 200: reply.json(worldReply), 201: reply.json(worldReply) },
  example: { params: { name: 'build-17' } },
  command: {
    group,
    name: 'put',
    also: ['make'],
    summary: 'Make a world, if it does not exist',
    examples: [['standin worlds put build-17', 'Clients reach it at /worlds/build-17']],
    said: 'The world {name} is at {url}/worlds/{name}.',
  },

  handle({ params: { name } }, { simulator, reply: answer }) {
    demandWorldName(name)
    const isKnown = simulator.worlds().some((each) => each.name === name)
    const { data } = simulator.knobs(name).world
    return answer(isKnown ? 200 : 201, { name, created: zulu(data.created), calls: data.calls })
  },
})

const dropWorld = defineControl({
  id: 'control.dropWorld',
  method: 'DELETE',
  path: '/_standin/worlds/{name}',
  world: 'none',
  waitsForDue: false,
  summary: 'Drop a world, with everything in it',
  request: { params: z.object({ name: z.string().describe('The name of the world: a-z, 0-9 and -.') }) },
  replies: { 204: reply.empty() },
  example: { params: { name: 'build-17' } },
  command: { group, name: 'remove', also: ['drop'], completes: { name: 'worlds' }, said: 'The world {name} is gone.' },

  handle: ({ params }, { simulator, done }) => done(simulator.drop(params.name)),
})

const releaseWorld = defineControl({
  id: 'control.releaseWorld',
  method: 'POST',
  path: '/_standin/worlds/{name}/release',
  world: 'none',
  summary: 'Let a kept world go: the next call loads it, at whichever server gets it',
  request: { params: z.object({ name: z.string().describe('The name of the world.') }) },
  replies: { 204: reply.empty() },
  example: { params: { name: 'build-17' } },
  command: {
    group,
    name: 'release',
    completes: { name: 'worlds' },
    summary: 'Let a kept world go, so that the next server that is called gets it',
    said: 'The world {name} is let go.',
  },

  handle({ params: { name } }, { simulator, done }) {
    simulator.knobsOfExisting(name)
    const { worldStore } = simulator
    if (!worldStore)
      throw new Misuse(
        'Nothing keeps the worlds of this server: a world that is let go would be lost. Start it with --data.',
        undefined,
        409,
      )
    return done(worldStore.release(name))
  },
})

const forkWorld = defineControl({
  id: 'control.forkWorld',
  method: 'POST',
  path: '/_standin/worlds/{name}/fork',
  world: 'none',
  summary: 'Copy a world as it is now, with its files, under another name',
  request: {
    params: z.object({ name: z.string().describe('The name of the world.') }),
    body: { kind: 'json', schema: z.strictObject({ as: z.string().describe('The name of the copy.') }) },
  },
  replies: { 201: reply.json(worldReply) },
  example: { params: { name: 'build-17' }, body: { as: 'build-17-copy' } },

  async handle({ params, body }, { simulator, reply: answer }) {
    demandWorldName(body.as)
    const { world } = simulator.knobsOfExisting(params.name)
    if ((await allWorlds(simulator)).some(({ name }) => name === body.as))
      throw new Misuse(`The world ${JSON.stringify(body.as)} exists already. Drop it first, or choose another name.`, undefined, 409)
    await simulator.reach(body.as)
    const data = { ...copyWorldData(world), name: body.as }
    await simulator.load(data, world.blobs)
    return answer(201, { name: body.as, created: zulu(data.created), calls: data.calls })
  },
})

const request = z.strictObject({
  keep: z.array(z.enum(retainable)).optional().describe('What the reset keeps.'),
  all: z.boolean().optional().describe('Whether every world is reset, those of other servers too, and not only that of the address.'),
})

const reset = defineControl({
  id: 'control.reset',
  method: 'POST',
  path: '/_standin/reset',
  world: 'made',
  waitsForDue: false,
  replacesWorld: true,
  summary: 'Bring the world back to its start, except for the parts to keep',
  request: { body: optionalJson(request) },
  replies: { 204: reply.empty() },
  isDestructive: true,
  example: { body: { keep: ['scenarios'] } },
  command: {
    name: 'reset',
    summary: 'Bring a world back to its start',
    options: {
      keep: 'Keep these parts, separated by commas',
      all: { description: 'Every world, those of other servers too', kind: 'flag' },
    },
    examples: [['standin reset --keep scenarios,clock', 'Forget the records, keep scenarios and clock']],
    said: '[{?all}Every world][{!all}The world {world}] is back at its start[; kept: {keep}].',
  },

  handle({ body }, context) {
    const { knobs, done } = context
    return done(body?.all ? resetAll(context, body.keep) : knobs.reset(body?.keep))
  },
})

/** A world that is not in this process is reset by a call of its own, wherever it is. Throws for the first that is not, when all others are. */
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
    refused ??= new Misuse(`The world ${name} is not reset: ${detail}`, undefined, response.status)
  }
  if (refused) throw refused
}

export const worldsRows = [listWorlds, makeWorld, dropWorld, releaseWorld, forkWorld, reset] as const
