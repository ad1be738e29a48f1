/** `standin callers`: the callers with rate limits of their own. */
import type { ControlInput, ControlReply } from '../control/client.ts'
import { Misuse } from '../misuse.ts'
import { heading, type Row } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { optional, quoted, someText } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'
import { listOptions, wholeList } from './whole-list.ts'

type Caller = ControlReply<'control.putCaller'>
type Limits = ControlInput<'control.putCaller'>['body']['limits']

const caller = { ...optional('A client id or an organization number', someText), word: 'required' } as const
const titles = heading('CALLER', 'OPERATION', 'LIMIT')

const cells = ({ caller: name, limits }: Caller): Row[] =>
  Object.entries(limits).map(([operation, limit]) => [name, operation, String(limit)])

const list = defineCommand({
  name: 'list',
  summary: 'List the callers with rate limits of their own',
  byDefault: true,
  options: { ...listOptions, ...connectionOptions },
  async run({ values, io }) {
    const reply = await wholeList('callers', (query) => remote(values).call('control.listCallers', { query }), values.limit)
    print(io, values, reply, ({ callers: all }, table) => table([titles, ...all.flatMap(cells)]))
    return 0
  },
})

/** `fileTransfer.search=600,fileTransfer.details=120`. The server knows the names. */
function limitsIn(text: string): Limits {
  const pairs = text.split(',').map((part) => /^([\w.]{1,100})=(\d{1,9})$/.exec(part.trim()))
  if (pairs.includes(null)) throw new Misuse(`is ${quoted(text)}; operations and numbers such as fileTransfer.search=600 are expected.`)
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', Number(pair?.[2])])) as Limits
}

const put = defineCommand({
  name: 'put',
  summary: 'Give a caller rate limits of its own, in place of those that it had',
  options: {
    caller,
    limits: {
      ...optional('Calls a minute, such as fileTransfer.search=600,fileTransfer.details=120', limitsIn),
      word: 'required',
    } as const,
    ...connectionOptions,
  },
  examples: [['standin callers put 347147753 fileTransfer.search=600', 'This organization may search 600 times a minute']],
  async run({ values, io }) {
    const { caller: name = '', limits = {} } = values
    const reply = await remote(values).call('control.putCaller', { params: { caller: name }, body: { limits } })
    print(io, values, reply, (put, table) => table([titles, ...cells(put)]))
    return 0
  },
})

const remove = defineCommand({
  name: 'remove',
  summary: 'Give a caller the usual rate limits again',
  options: { caller, ...connectionOptions },
  async run({ values, io }) {
    const { caller: name = '' } = values
    const reply = await remote(values).call('control.removeCaller', { params: { caller: name } })
    print(io, values, reply, () => `${name} has the usual limits.`)
    return 0
  },
})

export const callers = defineCommand({
  name: 'callers',
  summary: 'List and change the callers with rate limits of their own',
  options: {},
  commands: [list, put, remove],
})
