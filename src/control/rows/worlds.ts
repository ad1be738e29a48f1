/** The worlds of a server: list, make, copy, drop, and bring back to the start. */
import { z } from 'zod'
import { demandWorldName } from '../../engine/address.ts'
import { keepable } from '../../engine/kept-at-reset.ts'
import { Misuse } from '../../misuse.ts'
import { reply } from '../../wire/row.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import { copyWorldData } from '../../world/world.ts'
import { pageOf, same } from '../page.ts'
import { pageIn, pageQuery, pageReply } from './page-query.ts'
import { defineControl, optionalJson } from './row.ts'

const group = { name: 'worlds', summary: 'List, make, drop and reset worlds' } as const

const worldReply = z.object({
  name: z.string().describe('The name of the world.'),
  created: z.iso.datetime().describe('When it was made.'),
  calls: z.int().describe('How many calls the world has had.'),
  instance: z.string().optional().describe('The server that has the world. Absent for this one.'),
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

  handle({ query }, { simulator, reply: answer }) {
    const { instance } = simulator.settings
    const all = simulator.worlds().map(({ name, data: { created, calls } }) => ({ name, created: zulu(created), calls }))
    const { shown, rest } = pageOf(all, pageIn(query), ({ name }) => name, same)
    return answer(200, { worlds: shown, ...rest, ...(instance !== undefined && { instance }) })
  },
})

const makeWorld = defineControl({
  id: 'control.makeWorld',
  method: 'PUT',
  path: '/_standin/worlds/{name}',
  world: 'none',
  summary: 'Make a world; one that exists stays as it is',
  request: { params: z.object({ name: z.string().describe('The name of the world: a-z, 0-9 and -.') }) },
  replies: { 200: reply.json(worldReply), 201: reply.json(worldReply) },
  example: { params: { name: 'build-17' } },
  command: {
    group,
    name: 'make',
    summary: 'Make a world, if it does not exist',
    examples: [['standin worlds make build-17', 'Clients reach it at /worlds/build-17']],
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
  command: { group, name: 'drop', said: 'The world {name} is gone.' },

  handle({ params }, { simulator, reply: answer }) {
    simulator.drop(params.name)
    return answer(204, undefined)
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
    if (simulator.worlds().some(({ name }) => name === body.as))
      throw new Misuse(`The world ${JSON.stringify(body.as)} exists already. Drop it first, or choose another name.`, undefined, 409)
    const data = { ...copyWorldData(world), name: body.as }
    await simulator.load(data, world.blobs)
    return answer(201, { name: body.as, created: zulu(data.created), calls: data.calls })
  },
})

const request = z.strictObject({
  keep: z.array(z.enum(keepable)).optional().describe('What the reset keeps.'),
  all: z.boolean().optional().describe('Whether every world of this server is reset, and not only that of the address.'),
})

const reset = defineControl({
  id: 'control.reset',
  method: 'POST',
  path: '/_standin/reset',
  world: 'made',
  waitsForDue: false,
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
      all: { description: 'Every world of the server that answers', kind: 'flag' },
    },
    examples: [['standin reset --keep scenarios,clock', 'Forget the records, keep scenarios and clock']],
    said: '[{?all}Every world of the server that answered][{!all}The world {world}] is back at its start[; kept: {keep}].',
  },

  handle({ body }, { simulator, knobs, reply: answer }) {
    const { reset: bringBack } = body?.all ? { reset: simulator.resetAll } : knobs
    bringBack(body?.keep)
    return answer(204, undefined)
  },
})

export const worldsRows = [listWorlds, makeWorld, dropWorld, forkWorld, reset] as const
