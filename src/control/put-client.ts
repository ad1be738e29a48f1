/** Registers a client at Maskinporten, or replaces one. */
import { z } from 'zod'
import { clientReply } from '../control-replies/clients.ts'
import { Misuse } from '../misuse.ts'
import { registeredClientSchema } from '../state/authentication/registered-client.ts'
import { readAs } from '../wire/read-as.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byId } from './show-client.ts'

const documentedAs = z.strictObject({ ...clientReply.shape, id: clientReply.shape.id.optional() })

/** Accepts any members, because the id may stand in the path alone. */
const request = z.looseObject({ id: z.string().optional() }).meta({ documentedAs })

export const putClient = defineControl({
  id: 'control.putClient',
  summary: 'Register a client at Maskinporten, or replace one',
  request: { params: byId, body: json(request) },
  replies: { 200: reply.json(clientReply), 201: reply.json(clientReply) },
  example: {
    params: { id: 'my-client' },
    body: { orgNo: '312345676', scopes: ['altinn:broker.read'], jwksUri: 'https://example.org/jwks' },
  },

  handle({ params: { id }, body }, { knobs, reply: answer }) {
    if (body.id !== undefined && body.id !== id) throw new Misuse('body.id differs from the id in the path.')
    const client = readAs('body', registeredClientSchema(), { ...body, id }, '.')
    const known = knobs.world.clients.find(id) !== undefined
    return answer(known ? 200 : 201, knobs.clients.put(client))
  },
})
