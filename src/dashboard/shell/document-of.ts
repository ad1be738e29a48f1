/** The document of each page. */

/** By the first part of the address of the page: the name of its document, and a section of it. */
export const documentsOfPages: Readonly<Record<string, readonly [name: string, at?: string]>> = {
  '': ['cookbook'],
  calls: ['journal'],
  search: ['dashboard'],
  orders: ['cookbook', 'what-was-sent'],
  messages: ['recipients', 'a-recipient-for-each-status'],
  files: ['file-transfers'],
  events: ['events'],
  verdicts: ['verdicts'],
  explore: ['explore'],
  records: ['dashboard'],
  scenarios: ['scenarios'],
  clock: ['time'],
  limits: ['file-transfers', 'rate-limits'],
  worlds: ['worlds'],
  tokens: ['tokens'],
  contacts: ['recipients', 'people'],
  resources: ['file-transfers', 'resources'],
  operations: ['openapi'],
  contracts: ['contracts'],
}
