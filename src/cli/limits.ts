/** `standin limits`: what is left of the rate limits of callers. */
import type { ControlReply } from '../control/client.ts'
import { heading } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { option, optional, someText, wholeNumber } from './option.ts'
import { print, type Table } from './print.ts'
import { remote } from './remote.ts'
import { wholeList } from './whole-list.ts'

const list = defineCommand({
  name: 'list',
  summary: 'List what each caller of a limited operation has left',
  byDefault: true,
  options: connectionOptions,
  async run({ values, io }) {
    const reply = await wholeList('limits', (query) => remote(values).call('control.listLimits', { query }))
    print(io, values, reply, inWords)
    return 0
  },
})

const titles = heading('ORGANIZATION', 'CALLER', 'ENVIRONMENT', 'OPERATION', 'LIMIT', 'LEFT', 'RESETS AT')

const inWords = ({ limits: all }: ControlReply<'control.listLimits'>, table: Table) =>
  table([
    titles,
    ...all.map(({ name, orgNo, caller, environment, operation, limit, left, resetsAt }) => [
      name ?? orgNo ?? '',
      caller,
      environment,
      operation,
      String(limit),
      left === 0 ? ({ text: '0', tone: 'warning' } as const) : String(left),
      resetsAt,
    ]),
  ])

const set = defineCommand({
  name: 'set',
  summary: 'Leave a caller a number of calls of an operation',
  options: {
    caller: { ...optional('A client id or an organization number', someText), word: 'required' } as const,
    operation: { ...optional('A limited operation, such as fileTransfer.search', someText), word: 'required' } as const,
    left: option('How many calls are left', wholeNumber(0), 0),
    ...connectionOptions,
  },
  examples: [['standin limits set 347147753 fileTransfer.search', 'The next search of this organization is answered 429']],
  async run({ values, io }) {
    const { caller = '', operation = '', left } = values
    print(io, values, await remote(values).call('control.setLimit', { params: { caller, operation }, body: { left } }), inWords)
    return 0
  },
})

const refill = defineCommand({
  name: 'refill',
  summary: 'Give every caller all of its calls again',
  options: connectionOptions,
  async run({ values, io }) {
    print(io, values, await remote(values).call('control.refillLimits'), () => 'Every caller has all of its calls again.')
    return 0
  },
})

export const limits = defineCommand({
  name: 'limits',
  summary: 'List rate limits, exhaust them, and refill them',
  options: {},
  commands: [list, set, refill],
})
