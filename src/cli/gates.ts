/** `standin gates`: stops calls of an operation, and lets them go on in an order. */
import type { ControlReply } from '../control/client.ts'
import { type GatePlace, gatePlaces } from '../state/scenario/gate-places.ts'
import { isoDuration } from '../wire/values/duration.ts'
import { heading } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { duration, option, optional, someText, wholeNumber, word } from './option.ts'
import { print, type Table } from './print.ts'
import { remote } from './remote.ts'

const places = Object.fromEntries(gatePlaces.map((place) => [place, ''])) as Readonly<Record<GatePlace, string>>
const place = {
  operation: { ...optional('The operation, such as notifications.createOrder', someText), word: 'required' },
  at: option(`Where in its work: ${gatePlaces.join(', ')}`, word(places), 'before-work'),
} as const
const paramsOf = ({ operation = '', at }: { readonly operation: string | undefined; readonly at: GatePlace }) => ({ operation, at })

type Gate = ControlReply<'control.showGate'>

const list = defineCommand({
  name: 'list',
  summary: 'List the gates, with the calls that stand at them',
  byDefault: true,
  options: connectionOptions,
  async run({ values, io }) {
    print(io, values, await remote(values).call('control.listGates'), ({ gates: all }, table) => gatesInWords(all, table))
    return 0
  },
})

const put = defineCommand({
  name: 'put',
  summary: 'Stop the calls of an operation from now on',
  options: { ...place, ...connectionOptions },
  examples: [['standin gates put fileTransfer.download --at after-work', 'Downloads stand when their work is done']],
  async run({ values, io }) {
    print(io, values, await remote(values).call('control.putGate', { params: paramsOf(values) }), gateInWords)
    return 0
  },
})

const wait = defineCommand({
  name: 'wait',
  summary: 'Wait until calls stand at a gate',
  options: {
    ...place,
    arrived: option('How many calls', wholeNumber(1, 1000), 1),
    within: option('How long at most, in real time', duration, 30_000),
    ...connectionOptions,
  },
  async run({ values, io }) {
    const query = { arrived: String(values.arrived), within: isoDuration(values.within) }
    print(io, values, await remote(values).call('control.showGate', { params: paramsOf(values), query }), gateInWords)
    return 0
  },
})

const release = defineCommand({
  name: 'release',
  summary: 'Let calls go on: all, some, or some in another order',
  options: {
    ...place,
    calls: optional('How many, in the order of their arrival', wholeNumber(1)),
    order: optional('Their positions in the order in which they go on, such as 1,0: the second, then the first', (text) =>
      text.split(',').map((part) => wholeNumber(0)(part.trim())),
    ),
    ...connectionOptions,
  },
  examples: [['standin gates release notifications.createOrder --order 1,0', 'The second call overtakes the first']],
  async run({ values, io }) {
    const { calls, order } = values
    const body = calls === undefined && order === undefined ? undefined : { ...(calls && { calls }), ...(order && { order }) }
    print(io, values, await remote(values).call('control.releaseGate', { params: paramsOf(values), body }), gateInWords)
    return 0
  },
})

const remove = defineCommand({
  name: 'remove',
  summary: 'Let all calls go on, and stop no more',
  options: { ...place, ...connectionOptions },
  async run({ values, io }) {
    const reply = await remote(values).call('control.removeGate', { params: paramsOf(values) })
    print(io, values, reply, () => `The gate at ${values.operation}, ${values.at}, is gone.`)
    return 0
  },
})

const gateInWords = (gate: Gate, table: Table) => gatesInWords([gate], table)

/** A line for each call, and one for a gate without calls. */
function gatesInWords(all: readonly Gate[], table: Table): string[] {
  const rows = all.flatMap(({ operation, at, calls }) =>
    calls.length === 0
      ? [[operation, at, '', '', '']]
      : calls.map(({ id, method, path }, nth) => [operation, at, String(nth), id, `${method} ${path}`]),
  )
  return table([heading('OPERATION', 'AT', 'POSITION', 'CALL', ''), ...rows])
}

export const gates = defineCommand({
  name: 'gates',
  summary: 'Stop calls of an operation, and let them go on in an order',
  options: {},
  commands: [list, put, wait, release, remove],
})
