/** What a search for file transfers asks for, once its query is known to be valid. */
import { readChoice, readFlag, readInstant } from '../values/query-value.ts'
import {
  type FileTransferStatus,
  fileTransferStatuses,
  type RecipientStatus,
  recipientStatuses,
  type SearchQuery,
  type SearchRole,
  searchRoles,
} from './file-transfer.ts'

/** Times in milliseconds since 1970. */
export interface Search {
  readonly resourceId: string
  readonly status: FileTransferStatus | undefined
  readonly recipientStatus: RecipientStatus | undefined
  readonly from: number | undefined
  readonly to: number | undefined
  readonly orderAscending: boolean
  readonly role: SearchRole | undefined
}

const choice = <T extends string>(names: readonly T[], text: string | undefined): T | undefined =>
  names.find((name) => name === readChoice(names, text ?? ''))

const keys = <T extends string>(table: Readonly<Record<T, string>>) => Object.keys(table) as T[]

/** An empty parameter is one that was left out. Source: file-transfer §4.3. */
export const readSearch = (query: SearchQuery): Search => ({
  resourceId: query.resourceId,
  status: choice(keys(fileTransferStatuses), query.status),
  recipientStatus: choice(keys(recipientStatuses), query.recipientStatus),
  from: readInstant(query.from ?? ''),
  to: readInstant(query.to ?? ''),
  orderAscending: readFlag(query.orderAscending ?? '') ?? false,
  role: choice(searchRoles, query.role),
})
