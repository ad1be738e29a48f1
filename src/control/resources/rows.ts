/** Control rows for the resource registry. */
import { z } from 'zod'
import { describedResource, resourceMembers } from '../../service/areas/resources/records.ts'
import { json, reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import type { Column } from '../command.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

/** Members that are null were never set. */
export const resourceReply = z.object({
  id: z.string().describe('The resource id.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  owner: z.string().nullable().describe("The service owner's organization number."),
  configured: z.boolean().describe('False if the owner has not configured the resource yet.'),
  registered: z.boolean().describe('False if the resource is missing from the resource registry.'),
  maxFileTransferSize: z.int().nullable().describe('The maximum file size in bytes.'),
  timeToLive: z.string().nullable().describe('How long files are stored, as an ISO 8601 duration.'),
  purgeAfterConfirmed: z.boolean().describe('True if a file is removed after all recipients have confirmed it.'),
  gracePeriod: z.string().nullable().describe('The time until removal after the last confirmation, as an ISO 8601 duration.'),
  useManifestFileShim: z.boolean().nullable().describe('True if older clients get a manifest file. It has no effect here.'),
  externalServiceCode: z.string().nullable().describe("The older service's code. It has no effect here."),
  externalServiceEdition: z.int().nullable().describe("The older service's edition. It has no effect here."),
  requiredParty: z.string().nullable().describe("The organization that must be each file transfer's sender or only recipient."),
  accessList: z.array(z.string()).nullable().describe('The only organizations that may be recipients, in the format 0192:NNNNNNNNN.'),
  unscannedApproved: z.boolean().describe('True if files may skip the virus scan in production.'),
})

export type ResourceReply = z.output<typeof resourceReply>

/** Source: decisions §12. */
export const resourcesReply = z.object({ resources: z.array(resourceReply).describe('The resources.'), ...pageReply })

const group = { name: 'resources', summary: "List and change a world's resources" } as const

const hints = { id: 'from "standin resources"' }
const columns = [
  ['ID', '{id}'],
  ['ENVIRONMENT', '{environment}'],
  ['OWNER', '{owner}'],
  ['LIFE', '{timeToLive}'],
  ['GRACE', '{gracePeriod}'],
  ['SIZE', '{maxFileTransferSize}'],
  [
    'ABOUT',
    [
      '[{!configured}not configured]',
      '[{!registered}not registered]',
      '[{!purgeAfterConfirmed}kept after confirmation]',
      '[{?unscannedApproved}approved without scan]',
      '[required party {requiredParty}]',
      '[access list of {accessList.length}]',
    ],
  ],
] as const satisfies readonly Column[]

const listResources = defineControl('control.listResources', 'GET /_standin/resources', {
  summary: 'The resources in both environments, with their configuration',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(resourcesReply) },
  command: { group, name: 'list', summary: 'List the resources in both environments', byDefault: true, list: 'resources', columns },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.resources.list(pageIn(query))),
})

const byResourceId = z.object({ id: z.string().min(1).describe('A resource id in this environment.') })

const showResource = defineControl('control.showResource', 'GET /_standin/resources/{id}', {
  summary: 'A resource with its configuration',
  request: { params: byResourceId },
  replies: { 200: reply.json(resourceReply) },
  example: { params: { id: 'standin-plain' } },
  command: { group, name: 'show', summary: 'Show a resource', hints, columns },

  handle: ({ params }, { knobs, address, reply: answer }) => answer(200, knobs.resources.find(address.environment, params.id)),
})

/** Source: decisions §12. */
const putResource = defineControl('control.putResource', 'PUT /_standin/resources/{id}', {
  world: 'made',
  summary: 'Add a resource to this environment, or replace one. The members are the same as in resources.json',
  request: { params: byResourceId, body: json(resourceMembers()) },
  replies: { 200: reply.json(resourceReply), 201: reply.json(resourceReply) },
  example: { params: { id: 'my-resource' }, body: { owner: '991825827', timeToLive: '30d', gracePeriod: '2h' } },
  command: {
    group,
    name: 'put',
    summary: 'Add a resource, or replace one. Missing options get their defaults',
    names: { maxFileTransferSize: 'maxSize' },
    without: ['useManifestFileShim', 'externalServiceCode', 'externalServiceEdition'],
    examples: [
      ['standin resources put invoices --owner 991825827 --time-to-live 8d', 'Keep files for the "invoices" resource for eight days'],
    ],
    columns,
  },

  handle({ params: { id }, body }, { knobs, address: { environment }, reply: answer }) {
    const { world } = knobs
    const isKnown = describedResource(world, world.environments[environment], id) !== undefined
    return answer(isKnown ? 200 : 201, knobs.resources.put(environment, { ...body, id }))
  },
})

const removeResource = defineControl('control.removeResource', 'DELETE /_standin/resources/{id}', {
  summary: 'Remove a resource from this environment, but keep its file transfers',
  request: { params: byResourceId },
  example: { params: { id: 'standin-plain' } },
  command: { group, name: 'remove', summary: 'Remove a resource, but keep its file transfers', hints, said: 'Removed {id}.' },

  handle: ({ params }, { knobs, address, done }) => done(knobs.resources.remove(address.environment, params.id)),
})

export const resourcesRows = [listResources, showResource, putResource, removeResource] as const
