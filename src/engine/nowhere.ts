/** The row of calls to paths that no row has. */
import type { Operation } from '../areas/operation.ts'
import type { Dialect } from '../wire/dialect.ts'
import { anyone } from '../wire/scopes.ts'
import { decode, type Route } from './route.ts'

const row: Operation = {
  id: 'nowhere.unknown',
  method: 'GET',
  path: '/',
  summary: 'No row of the service',
  access: anyone,
  dependsOn: [],
  request: {},
  replies: {},
  refusals: ['no-such-path'],
  about: () => ({}),
  example: { as: null, input: () => ({}) },
  handle() {
    throw new Error('A call that found no row is never handled.')
  },
}

/** The broker puts its headers on every answer. Source: file-transfer §7.4. */
const broker = /^\/broker(?:\/|$)/i

export const nowhere = (dialect: Dialect, path: string): Route<Operation> => ({
  ...dialect.of(broker.test(decode(path)) ? 'fileTransfer.unknown' : row.id),
  row,
  names: [],
})
