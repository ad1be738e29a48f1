/** Descriptions of the names in a report. */
import type { Tone } from '../../components/facts.tsx'
import type { Group } from './replies.tsx'

export const kinds: Readonly<Record<Group['kind'], string>> = {
  status: 'a different status',
  code: 'a different error code',
  header: 'a different header',
  missing: "only in Standin's reply",
  extra: "only in the real service's reply",
  type: 'a different type',
  value: 'a different value',
  order: 'a different order',
  'not-json': 'not JSON',
  connection: 'the connection broke',
  'never-reached': 'a status that the real service never reached',
}

export const culprits: Readonly<Record<Group['likely'], { readonly words: string; readonly tone: Tone }>> = {
  standin: { words: 'Standin', tone: 'bad' },
  newer: { words: 'neither, because it is newer than the documents', tone: 'info' },
  environment: { words: 'the test environment', tone: 'warn' },
  unknown: { words: 'unknown', tone: 'plain' },
}

/** A report can contain reasons that this page does not know. */
export const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'known-before': 'The call contains an id from before the comparison.',
    register: 'The reply depends on the real contact register.',
    quota: 'The real service refused the call with 429.',
    token: 'The call has a token that Standin cannot check.',
    race: 'The call overlapped with another call that has the same idempotencyId.',
    aborted: 'The connection was lost before the reply.',
    'too-late': 'Too many calls were waiting to be compared.',
    guard: 'Standin blocked the call, because it would reach a real person.',
    cut: 'The recording does not contain the body or the token.',
    unpaired: 'The call refers to a record that Standin does not have.',
  }),
)

const references = ['decisions', 'notifications', 'file-transfer', 'events', 'authentication']

/** Parses a rule's sources, such as `decisions §1 #11, events §4.2`. */
export const sourcesOf = (rule: string) =>
  rule.split(', ').map((name) => {
    const [, document = '', section = ''] = /^([a-z-]+) §([\d.]+)/.exec(name) ?? []
    return { name, section, ...(references.includes(document) && { document }) }
  })
