/** `standin state`: the records of a world. */
import type { ControlReply } from '../control/rows/client.ts'
import type { Table } from './print.ts'
import { heading } from './print.ts'
import { rowCommand } from './row-commands.ts'

interface Records {
  readonly total: number
  readonly byStatus?: Readonly<Record<string, number>>
}

export const state = rowCommand('state', { 'control.showState': inWords })

function inWords({ world, created, calls, content, environments }: ControlReply<'control.showState'>, table: Table): string[] {
  const rows = Object.entries(environments).flatMap(([environment, { orders, shipments, fileTransfers, resources }]) => [
    [environment, 'orders', ...cells(orders)],
    [environment, 'shipments', ...cells(shipments)],
    [environment, 'file transfers', ...cells(fileTransfers)],
    [environment, 'resources', ...cells(resources)],
  ])
  const facts = `The world ${world}, since ${created}: calls ${calls}, stored files ${content.files}, bytes ${content.bytes}.`
  return [...table([heading('ENVIRONMENT', 'RECORDS', 'TOTAL', 'BY STATUS'), ...rows]), facts]
}

const cells = ({ total, byStatus = {} }: Records) => [
  String(total),
  Object.entries(byStatus)
    .map(([status, count]) => `${count} ${status}`)
    .join(', '),
]
