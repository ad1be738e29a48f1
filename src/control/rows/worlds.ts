/** The worlds of a server: list, make, copy, drop, close for a move, and bring back to the start. */
import { z } from 'zod'
import { demandWorldName } from '../../engine/address.ts'
import { keepable } from '../../engine/kept-at-reset.ts'
import type { Simulator } from '../../knobs.ts'
import { Misuse } from '../../misuse.ts'
import { reply } from '../../wire/row.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import { copyWorldData, type World } from '../../world/world.ts'
import { pageOf, same } from '../page.ts'
import { isOneOfSeveral } from '../serving/admission.ts'
import { pageIn, pageQuery, pageReply } from './page-query.ts'
import { type ListedWorld, unreachableReply, worldReply, worldsOfPeers } from './peers.ts'
import { defineControl, optionalJson } from './row.ts'

const group = { name: 'worlds', summary: 'List, make, drop, reset and move worlds' } as const

const listWorlds = defineControl({
  id: 'control.listWorlds',
  method: 'GET',
  path: '/_standin/worlds',
  world: 'none',
  summary: 'The worlds that exist, on this server and on its peers',
  request: {
    query: z.object({
      ...pageQuery,
      here: z.enum(['true', 'false']).optional().describe('Whether only the worlds of this server are listed; false when absent.'),
    }),
  },
  replies: {
    200: reply.json(
      z.object({
        worlds: z.array(worldReply).describe('The worlds.'),
        instance: z.string().optional().describe('The name of the server among its peers.'),
        unreachable: z.array(unreachableReply).optional().describe('The peers that did not answer.'),
        ...pageReply,
      }),
    ),
  },
  command: { group, name: 'list', summary: 'List the worlds that exist', byDefault: true, list: 'worlds' },

  async handle({ query }, { simulator, call, reply: answer }) {
    const { peers = [], instance } = simulator.settings
    const own = simulator.worlds().map((world) => showWorld(simulator, world))
    const others = peers.length > 0 && query.here !== 'true' ? await worldsOfPeers(simulator, peers, call.signal) : undefined
    const { shown, rest } = pageOf([...own, ...(others?.worlds ?? [])], pageIn(query), keyOf, same)
    return answer(200, {
      worlds: shown,
      ...rest,
      ...(instance !== undefined && { instance }),
      ...(others && { unreachable: others.unreachable }),
    })
  },
})

const keyOf = ({ name, instance }: ListedWorld) => (instance === undefined ? name : `${name}@${instance}`)

function showWorld({ closed }: Simulator, { name, data: { created, calls } }: World): ListedWorld {
  const closing = closed.count > 0 && closed.has(name) && { closed: true as const, ...(closed.isMoved(name) && { moved: true as const }) }
  return { name, created: zulu(created), calls, ...closing }
}

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
    // A world that was moved away is gone: from now on it may be made here again.
    const isHere = simulator.worlds().some(({ name }) => name === params.name)
    if (isHere || !simulator.closed.welcome(params.name)) simulator.drop(params.name)
    return answer(204, undefined)
  },
})

/** Seconds. */
const usual = 60
const most = 86_400
/** Milliseconds that calls in flight get, and milliseconds between two looks at them. */
const grace = 5_000
const between = 20

const closeWorld = defineControl({
  id: 'control.closeWorld',
  method: 'PUT',
  path: '/_standin/worlds/{name}/closed',
  world: 'none',
  summary: 'Close a world while it moves: its calls are answered 503 with Retry-After. Replies when no call is in flight',
  request: {
    params: z.object({ name: z.string().describe('The name of the world.') }),
    body: optionalJson(
      z.strictObject({
        seconds: z.int().min(1).max(most).optional().describe('How long it stays closed; 60 when absent.'),
        moved: z.boolean().optional().describe('Whether the world is at another server now. A restore here opens it.'),
      }),
    ),
  },
  replies: {
    200: reply.json(
      z.object({
        name: z.string().describe('The name of the world.'),
        closing: z.int().describe('A number that stays the same until the world opens.'),
      }),
    ),
  },
  example: { params: { name: 'build-17' }, body: { seconds: usual } },
  replacesWorld: true,

  async handle({ params: { name }, body }, { simulator, address, reply: answer }) {
    demandWorldName(name)
    const closing = simulator.closed.close(name, body?.seconds ?? usual, body?.moved)
    await quiet(simulator, name, address.world === name ? 1 : 0)
    return answer(200, { name, closing })
  },
})

/** `own`: the call that waits may be one in flight itself. Who is late gets 503: the copy may lack what its call commits. */
async function quiet({ worlds, pause }: Simulator, name: string, own: number): Promise<void> {
  const inFlight = worlds().find((world) => world.name === name)?.inFlight
  if (inFlight === undefined) return
  for (let waited = 0; inFlight.size > own && waited < grace; waited += between) await pause(between)
  if (inFlight.size > own) for (const end of inFlight) end()
}

const openWorld = defineControl({
  id: 'control.openWorld',
  method: 'DELETE',
  path: '/_standin/worlds/{name}/closed',
  world: 'none',
  summary: 'Open a closed world: its calls are answered again',
  request: { params: z.object({ name: z.string().describe('The name of the world.') }) },
  replies: { 204: reply.empty() },
  example: { params: { name: 'build-17' } },

  handle({ params }, { simulator, reply: answer }) {
    simulator.closed.open(params.name)
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
    if (isOneOfSeveral(simulator.settings))
      throw new Misuse(
        `This server is one of several (--peers), and calls of ${body.as} may go to another one. Copy the world by a snapshot: standin snapshot save <file> --world ${params.name}, and standin snapshot load <file> --world ${body.as}.`,
        undefined,
        409,
      )
    if (simulator.worlds().some(({ name }) => name === body.as))
      throw new Misuse(`The world ${JSON.stringify(body.as)} exists already. Drop it first, or choose another name.`, undefined, 409)
    const data = { ...copyWorldData(world), name: body.as }
    await simulator.load(data, world.blobs)
    return answer(201, { name: body.as, created: zulu(data.created), calls: data.calls })
  },
})

const request = z.strictObject({
  keep: z.array(z.enum(keepable)).optional().describe('What the reset keeps.'),
  all: z
    .boolean()
    .optional()
    .describe('Whether every world of this server is reset, and not only that of the address. Its peers keep theirs.'),
})

const reset = defineControl({
  id: 'control.reset',
  method: 'POST',
  path: '/_standin/reset',
  world: 'made',
  waitsForDue: false,
  summary: 'Bring the world back to its start, except for the parts to keep',
  request: { body: optionalJson(request) },
  whileClosed: true,
  replies: { 204: reply.empty() },
  isDestructive: true,
  example: { body: { keep: ['scenarios'] } },
  command: {
    name: 'reset',
    summary: 'Bring a world back to its start',
    options: {
      keep: 'Keep these parts, separated by commas',
      all: { description: 'Every world of the server that answers; not those of its peers', kind: 'flag' },
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

export const worldsRows = [listWorlds, makeWorld, dropWorld, closeWorld, openWorld, forkWorld, reset] as const
