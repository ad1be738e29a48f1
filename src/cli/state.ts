/** `standin state`: what a world holds. */
import { inColumns } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { print } from './print.ts'
import { ask } from './remote.ts'

interface Records {
  readonly total: number
  readonly byStatus?: Readonly<Record<string, number>>
}

interface State {
  readonly world: string
  readonly created: string
  readonly calls: number
  readonly content: { readonly files: number; readonly bytes: number }
  readonly environments: Readonly<Record<string, Readonly<Record<'orders' | 'shipments' | 'fileTransfers' | 'resources', Records>>>>
}

export const state = defineCommand({
  name: 'state',
  summary: 'Say what a world holds',
  options: connectionOptions,
  examples: [['standin state --json', 'With the latest shipments and file transfers']],
  async run({ values, io }) {
    print(io, values, await ask(values, 'GET state'), inWords)
    return 0
  },
})

function inWords({ world, created, calls, content, environments }: State): string {
  const rows = Object.entries(environments).flatMap(([environment, { orders, shipments, fileTransfers, resources }]) => [
    [environment, 'orders', ...cells(orders)],
    [environment, 'shipments', ...cells(shipments)],
    [environment, 'file transfers', ...cells(fileTransfers)],
    [environment, 'resources', ...cells(resources)],
  ])
  const facts = `The world ${world}, since ${created}: calls ${calls}, stored files ${content.files}, bytes ${content.bytes}.`
  return `${inColumns([['ENVIRONMENT', 'RECORDS', 'TOTAL', 'BY STATUS'], ...rows])}${facts}\n`
}

const cells = ({ total, byStatus = {} }: Records) => [
  String(total),
  Object.entries(byStatus)
    .map(([status, count]) => `${count} ${status}`)
    .join(', '),
]
