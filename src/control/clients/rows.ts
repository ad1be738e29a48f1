/** Control rows for clients registered with Maskinporten. */
import { z } from 'zod'
import { Misuse } from '../../service/wire/misuse.ts'
import { readAs } from '../../service/wire/read-as.ts'
import { json, reply } from '../../service/wire/row.ts'
import { registeredClientSchema } from '../../service/world/registers.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

export const clientReply = registeredClientSchema()

export const clientsReply = z.object({ clients: z.array(clientReply).describe('The registered clients.'), ...pageReply })

const listClients = defineControl('control.listClients', 'GET /_standin/clients', {
  summary: 'The clients registered with Maskinporten',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(clientsReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.clients.list(pageIn(query))),
})

const byId = z.object({ id: z.string().describe("The client id, which is the `iss` of the client's grants.") })

const showClient = defineControl('control.showClient', 'GET /_standin/clients/{id}', {
  summary: 'A registered client',
  request: { params: byId },
  replies: { 200: reply.json(clientReply) },
  example: { params: { id: 'my-client' } },

  handle: ({ params }, { knobs, reply: answer }) => answer(200, knobs.clients.find(params.id)),
})

const documentedAs = z.strictObject({ ...clientReply.shape, id: clientReply.shape.id.optional() })

/** Accepts any members, because the id can be omitted from the body. */
const request = z.looseObject({ id: z.string().optional() }).meta({ documentedAs })

const putClient = defineControl('control.putClient', 'PUT /_standin/clients/{id}', {
  world: 'made',
  summary: 'Register a client with Maskinporten, or replace one',
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

const removeClient = defineControl('control.removeClient', 'DELETE /_standin/clients/{id}', {
  summary: 'Remove a registered client',
  request: { params: byId },
  example: { params: { id: 'my-client' } },

  handle: ({ params }, { knobs, done }) => done(knobs.clients.remove(params.id)),
})

export const clientsRows = [listClients, showClient, putClient, removeClient] as const
