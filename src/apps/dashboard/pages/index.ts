/** The dashboard's pages, one per line. */
import type { FunctionComponent } from 'preact'
import type { PageProps } from '../shell/address.ts'

export interface PageEntry {
  /** The first path segment, such as `calls` in `#/calls`. Empty for the first page. */
  readonly path: string
  readonly title: string
  /** The second key of the page's shortcut, such as `t` in `g t`. */
  readonly key: string
  /** Heading in the navigation; undefined if the page is not listed there. */
  readonly group: 'Watch' | 'Judge' | 'Change' | undefined
  /** The navigation entry that several pages share. */
  readonly part?: 'Set up' | 'Try it'
  /** The document about the page, such as `recipients#people`. */
  readonly document?: string
  /** The record collection with the same content, under `#/records`. */
  readonly raw?: string
  /** True if the page is shown without the header and navigation. */
  readonly bare?: boolean
  /** Called when the page is first opened. */
  load(): Promise<{ readonly page: FunctionComponent<PageProps> }>
}

type Heading = Pick<PageEntry, 'group' | 'part'>

const under = (heading: Heading, entries: readonly Omit<PageEntry, keyof Heading>[]): PageEntry[] =>
  entries.map((entry) => ({ ...entry, ...heading }))

/** The table of pages in navigation order. The navigation has at most 14 links. */
export const pages: readonly PageEntry[] = [
  ...under({ group: 'Watch' }, [
    { path: '', title: 'Home', key: 'h', document: 'cookbook', load: () => import('./home/page.tsx') },
    { path: 'calls', title: 'Traffic', key: 't', document: 'journal', load: () => import('./traffic/page.tsx') },
    {
      path: 'orders',
      title: 'Orders',
      key: 'd',
      raw: 'orders',
      document: 'cookbook#what-was-sent',
      load: () => import('./orders/page.tsx'),
    },
    {
      path: 'messages',
      title: 'Messages',
      key: 'm',
      raw: 'outbox',
      document: 'recipients#a-recipient-for-each-status',
      load: () => import('./messages/page.tsx'),
    },
    { path: 'files', title: 'Files', key: 'u', raw: 'fileTransfers', document: 'file-transfers', load: () => import('./files/page.tsx') },
    { path: 'events', title: 'Events', key: 'e', raw: 'deliveries', document: 'events', load: () => import('./events/page.tsx') },
  ]),
  ...under({ group: undefined }, [
    { path: 'search', title: 'Search', key: 'f', document: 'dashboard', load: () => import('./search/page.tsx') },
    { path: 'records', title: 'Raw data', key: 'r', document: 'dashboard', load: () => import('./records/page.tsx') },
  ]),
  ...under({ group: 'Judge' }, [
    { path: 'verdicts', title: 'Verdicts', key: 'v', document: 'verdicts', load: () => import('./verdicts/page.tsx') },
    { path: 'explore', title: 'Explore', key: 'x', document: 'explore', load: () => import('./explore/page.tsx') },
    { path: 'compare', title: 'Compare', key: 'a', document: 'compare', load: () => import('./compare/page.tsx') },
  ]),
  ...under({ group: 'Change' }, [
    { path: 'scenarios', title: 'Scenarios', key: 's', document: 'scenarios', load: () => import('./scenarios/page.tsx') },
    { path: 'clock', title: 'Clock', key: 'c', document: 'time', load: () => import('./clock/page.tsx') },
  ]),
  ...under({ group: 'Change', part: 'Set up' }, [
    { path: 'worlds', title: 'Worlds', key: 'w', document: 'worlds', load: () => import('./worlds/page.tsx') },
    { path: 'limits', title: 'Limits', key: 'l', document: 'file-transfers#rate-limits', load: () => import('./limits/page.tsx') },
    {
      path: 'contacts',
      title: 'Contacts',
      key: 'n',
      raw: 'contacts',
      document: 'recipients#people',
      load: () => import('./contacts/page.tsx'),
    },
    {
      path: 'resources',
      title: 'Resources',
      key: 'b',
      raw: 'resources',
      document: 'file-transfers#resources',
      load: () => import('./resources/page.tsx'),
    },
  ]),
  ...under({ group: 'Change', part: 'Try it' }, [
    { path: 'recipes', title: 'Recipes', key: 'j', document: 'recipes', load: () => import('./recipes/page.tsx') },
    { path: 'operations', title: 'Operations', key: 'o', document: 'openapi', load: () => import('./operations/page.tsx') },
    { path: 'tokens', title: 'Tokens', key: 'k', document: 'tokens', load: () => import('./tokens/page.tsx') },
    { path: 'contracts', title: 'Contracts', key: 'p', document: 'contracts', load: () => import('./contracts/page.tsx') },
  ]),
  ...under({ group: undefined }, [
    { path: 'bare-messages', title: 'Message', key: '', bare: true, load: () => import('./messages/bare.tsx') },
    { path: 'docs', title: 'Documents', key: 'i', load: () => import('./docs/page.tsx') },
  ]),
]
