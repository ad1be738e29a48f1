/** `standin journal story`: everything that belongs to an id or a name, in the order of time. */
import type { ControlReply } from '../control/client.ts'
import { type Row, status as toned } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { optional, someText } from './option.ts'
import { print, type Table } from './print.ts'
import { remote } from './remote.ts'

export const story = defineCommand({
  name: 'story',
  summary: 'Tell what happened to a call, a record or a recipient, and because of it',
  options: {
    id: {
      ...optional('A call, trace, order, idempotencyId, shipment, file transfer, recipient, event or delivery', someText),
      word: 'required',
    } as const,
    ...connectionOptions,
  },
  examples: [['standin journal story case-1', 'What became of the order with this idempotencyId']],
  async run({ values, io }) {
    print(io, values, await remote(values).call('control.showStory', { params: { id: values.id ?? '' } }), inWords)
    return 0
  },
})

type Story = ControlReply<'control.showStory'>

const inWords = ({ story: entries, next }: Story, table: Table) => [
  ...table(entries.map(cells)),
  ...(next === null ? [] : ['There is more: use --json.']),
]

const cells = ({ at, kind, id, what, status, why, causedBy }: Story['story'][number]): Row => [
  at,
  kind,
  id,
  what,
  toned(status ?? '-'),
  causedBy === null ? '' : `by ${causedBy}`,
  why ?? '',
]
