/** The page's wording for the names in a report. */
import type { Tone } from '../../components/facts.tsx'
import type { Group } from './replies.tsx'

export const kinds: Readonly<Record<Group['kind'], string>> = {
  status: 'another status',
  code: 'another error code',
  header: 'another header',
  missing: 'only in the reply of Standin',
  extra: 'only in the reply of the real service',
  type: 'another type',
  value: 'another value',
  order: 'another order',
  'not-json': 'not JSON',
  connection: 'the connection broke',
  'never-reached': 'a status that the real service never reached',
}

export const culprits: Readonly<Record<Group['likely'], { readonly words: string; readonly tone: Tone }>> = {
  standin: { words: 'Standin', tone: 'bad' },
  newer: { words: 'neither: it is newer than the documents', tone: 'info' },
  environment: { words: 'the test environment', tone: 'warn' },
  unknown: { words: 'unknown', tone: 'plain' },
}

/** A report may contain reasons unknown to this page. */
export const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'known-before': 'The call names an id from before the comparison.',
    register: 'The reply depends on the real contact register.',
    quota: 'The real service refused the call with 429.',
    token: 'The call has a token that Standin cannot check.',
    race: 'The call overlapped with another one with the same idempotencyId.',
    aborted: 'The connection broke before the reply.',
    'too-late': 'Too many calls were waiting to be compared.',
    guard: 'Standin stopped the call: it would reach a real person.',
    cut: 'The recording lacks the body or the token.',
    unpaired: 'The call names a record that Standin does not have.',
  }),
)

export interface Source {
  readonly name: string
  /** Undefined if there is no such document. */
  readonly document?: string
  /** Section number. */
  readonly section: string
}

const references = ['decisions', 'notifications', 'file-transfer', 'events', 'authentication']

/** Parses a rule's documents: `decisions §1 #11, events §4.2`. */
export const sourcesOf = (rule: string): Source[] =>
  rule.split(', ').map((name) => {
    const [, document = '', section = ''] = /^([a-z-]+) §([\d.]+)/.exec(name) ?? []
    return { name, section, ...(references.includes(document) && { document }) }
  })
