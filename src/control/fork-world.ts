/** Copies a world as it is now. */
import { z } from 'zod'
import { demandWorldName } from '../engine/address.ts'
import { Misuse } from '../misuse.ts'
import { copyWorldData } from '../state/world.ts'
import { reply } from '../wire/row.ts'
import { zulu } from '../wire/values/timestamp.ts'
import { isOneOfSeveral } from './its-server.ts'
import { worldReply } from './peers.ts'
import { defineControl } from './row.ts'

export const forkWorld = defineControl({
  id: 'control.forkWorld',
  summary: 'Copy a world as it is now, with its files, under another name',
  request: {
    params: z.object({ name: z.string() }),
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
