/** `standin resources`: the resources of a world, with their configuration. */
import type { ControlInput, ControlReply } from '../control/client.ts'
import { heading, type Row } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { onOff, optional, someText, wholeNumber } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'
import { listOptions, wholeList } from './whole-list.ts'

type Resource = ControlReply<'control.showResource'>

const id = { ...optional('The id of a resource, from "standin resources"', someText), word: 'required' } as const
const titles = heading('ID', 'ENVIRONMENT', 'OWNER', 'LIFE', 'GRACE', 'SIZE', 'ABOUT')

const cells = (resource: Resource): Row => [
  resource.id,
  resource.environment,
  resource.owner ?? '',
  resource.timeToLive ?? '',
  resource.gracePeriod ?? '',
  String(resource.maxFileTransferSize ?? ''),
  [
    !resource.configured && 'not configured',
    !resource.registered && 'not registered',
    !resource.purgeAfterConfirmed && 'kept after confirmation',
    resource.unscannedApproved && 'approved without scan',
    resource.requiredParty && `required party ${resource.requiredParty}`,
    resource.accessList && `access list of ${resource.accessList.length}`,
  ]
    .filter(Boolean)
    .join(', '),
]

const list = defineCommand({
  name: 'list',
  summary: 'List the resources of both environments',
  byDefault: true,
  options: { ...listOptions, ...connectionOptions },
  async run({ values, io }) {
    const reply = await wholeList('resources', (query) => remote(values).call('control.listResources', { query }), values.limit)
    print(io, values, reply, ({ resources: all }, table) => table([titles, ...all.map(cells)]))
    return 0
  },
})

const show = defineCommand({
  name: 'show',
  summary: 'Show one resource',
  options: { id, ...connectionOptions },
  async run({ values, io }) {
    const reply = await remote(values).call('control.showResource', { params: { id: values.id ?? '' } })
    print(io, values, reply, (resource, table) => table([titles, cells(resource)]))
    return 0
  },
})

const put = defineCommand({
  name: 'put',
  summary: 'Add a resource, or replace one; what you leave out has its default',
  options: {
    id,
    owner: optional('The organization number of its service owner', someText),
    timeToLive: optional('How long files live, such as 30d', someText),
    gracePeriod: optional('How long files stay after the last confirmation, such as 2h', someText),
    maxSize: optional('The largest file, in bytes', wholeNumber(0)),
    purgeAfterConfirmed: optional('Whether files are purged when all recipients have confirmed: on (default), off', onOff),
    requiredParty: optional('The party that must send or receive, such as 0192:991825827', someText),
    accessList: optional('The only possible recipients, such as 0192:370916446, separated by commas', (text) => text.split(',')),
    unscannedApproved: optional('Whether files may go without a scan, also in production: on, off (default)', onOff),
    configured: optional('Whether the owner has configured it: on (default), off', onOff),
    registered: optional('Whether the resource registry has it: on (default), off', onOff),
    ...connectionOptions,
  },
  examples: [['standin resources put invoices --owner 991825827 --time-to-live 8d', 'Files of the resource "invoices" live eight days']],
  async run({ values, io }) {
    const { owner, timeToLive, gracePeriod, maxSize, purgeAfterConfirmed, requiredParty, unscannedApproved, configured, registered } =
      values
    const accessList = values.accessList?.map((party) => party.trim())
    const times = { timeToLive, gracePeriod, maxFileTransferSize: maxSize, purgeAfterConfirmed }
    const body: ControlInput<'control.putResource'>['body'] = {
      owner,
      ...times,
      requiredParty,
      accessList,
      unscannedApproved,
      configured,
      registered,
    }
    const reply = await remote(values).call('control.putResource', { params: { id: values.id ?? '' }, body })
    print(io, values, reply, (resource, table) => table([titles, cells(resource)]))
    return 0
  },
})

const remove = defineCommand({
  name: 'remove',
  summary: 'Remove a resource; its file transfers stay',
  options: { id, ...connectionOptions },
  async run({ values, io }) {
    const { id: wanted = '' } = values
    print(io, values, await remote(values).call('control.removeResource', { params: { id: wanted } }), () => `${wanted} is removed.`)
    return 0
  },
})

export const resources = defineCommand({
  name: 'resources',
  summary: 'List and change the resources of a world',
  options: {},
  commands: [list, show, put, remove],
})
