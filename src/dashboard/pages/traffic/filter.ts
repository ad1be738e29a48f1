/** Which lines of the journal the user wants to see: read from the query of the address. */
import type { JournalLine } from '../../data/journal.ts'

/** The names of the query. Each is one field of the filter. */
export const filterNames = ['operation', 'status', 'code', 'caller', 'scenario', 'text', 'kind', 'environment'] as const
export type FilterName = (typeof filterNames)[number]
export type Filter = Readonly<Record<FilterName, string>>

export const readFilter = (query: URLSearchParams): Filter =>
  Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ''])) as Filter

export const isEmpty = (filter: Filter): boolean => filterNames.every((name) => filter[name] === '')

type Fits = (line: JournalLine) => boolean

/** What each field asks of a line. */
const tests: Readonly<Record<FilterName, (wanted: string) => Fits>> = {
  operation:
    (wanted) =>
    ({ operation }) =>
      operation !== null && (operation === wanted || operation.startsWith(`${wanted}.`)),
  status:
    (wanted) =>
    ({ status }) =>
      status !== null && (/^[1-5]xx$/.test(wanted) ? String(status)[0] === wanted[0] : String(status).startsWith(wanted)),
  code: (wanted) => (line) => contains(line.code, wanted),
  caller:
    (wanted) =>
    ({ caller }) =>
      caller !== null && [caller.org, caller.orgNo, caller.clientId].some((each) => contains(each, wanted)),
  scenario: (wanted) => (line) => contains(line.scenario, wanted),
  text: (wanted) => (line) => [line.id, line.path, line.operation, line.code, line.why, line.method].some((each) => contains(each, wanted)),
  environment:
    (wanted) =>
    ({ environment }) =>
      environment === wanted,
  kind:
    (wanted) =>
    ({ method }) =>
      (method === null) === (wanted === 'jobs'),
}

const contains = (text: string | null, wanted: string) => text?.toLowerCase().includes(wanted.toLowerCase()) ?? false

/** Whether a line fits every field that is filled. */
export function fitsOf(filter: Filter): Fits {
  const asked = filterNames.filter((name) => filter[name] !== '').map((name) => tests[name](filter[name].trim()))
  return (line) => asked.every((fits) => fits(line))
}
