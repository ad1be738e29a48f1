/** The content type that refusals name for the body of a row, by its kind. */
import type { RowFacts } from './row.ts'

const types = {
  json: 'application/json',
  bytes: 'application/octet-stream',
  form: 'multipart/form-data',
  fields: 'application/x-www-form-urlencoded',
} as const

export const bodyType = ({ request }: Pick<RowFacts, 'request'>): string => types[request.body?.kind ?? 'json']
