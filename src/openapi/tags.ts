/** What each group of operations in the OpenAPI document is about. */
import type { AreaName } from '../wire/areas.ts'
import type { RowFacts } from '../wire/row.ts'
import type { Json } from './json-schema.ts'

const descriptions: Readonly<Record<Exclude<AreaName, 'nowhere'> | 'control', string>> = {
  notifications: 'Orders of notifications by email and SMS, what became of them, and the feed of changes.',
  fileTransfer: 'File transfers: a sender uploads a file, its recipients download and confirm it.',
  resources: 'Resources of the broker and their owners.',
  events: 'Subscriptions to events, and the events of a time.',
  resumableUpload: 'Uploads that go on after a break, by the TUS protocol.',
  authentication: 'Tokens: Maskinporten, their exchange for tokens of the platform, and the generator of test tokens.',
  control: "Standin's own interface for tests: worlds, clock, scenarios, journal and records. The service does not have it.",
}

/** The group of a row: its area. */
export const tagOf = ({ id }: Pick<RowFacts, 'id'>): string => id.slice(0, id.indexOf('.'))

export const tagsOf = (rows: readonly RowFacts[]): Json[] =>
  [...new Set(rows.map(tagOf))].map((name) => ({ name, description: descriptions[name as keyof typeof descriptions] }))
