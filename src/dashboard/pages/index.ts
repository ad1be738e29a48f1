/** The pages of the dashboard: one line each. */
import type { FunctionComponent } from 'preact'
import type { PageProps } from '../shell/address.ts'

export interface PageEntry {
  /** The first part of its address: `#/calls`. The first page has none. */
  readonly path: string
  readonly title: string
  /** The second of the keys that lead to it: `g t`. */
  readonly key: string
  /** Under which heading the navigation shows it; undefined: it does not. */
  readonly group: 'Watch' | 'Change' | 'Build' | undefined
  /** Shows the page alone, without header and navigation. */
  readonly bare?: boolean
  /** Loads the page when it is first opened. */
  load(): Promise<{ readonly page: FunctionComponent<PageProps> }>
}

/** THE TABLE, in the order of the navigation. */
export const pages: readonly PageEntry[] = [
  { path: '', title: 'Home', key: 'h', group: 'Watch', load: () => import('./home/page.tsx') },
  { path: 'calls', title: 'Traffic', key: 't', group: 'Watch', load: () => import('./traffic/page.tsx') },
  { path: 'search', title: 'Search', key: 'f', group: 'Watch', load: () => import('./search/page.tsx') },
  { path: 'orders', title: 'Orders', key: 'd', group: 'Watch', load: () => import('./orders/page.tsx') },
  { path: 'messages', title: 'Messages', key: 'm', group: 'Watch', load: () => import('./messages/page.tsx') },
  { path: 'files', title: 'Files', key: 'u', group: 'Watch', load: () => import('./files/page.tsx') },
  { path: 'events', title: 'Events', key: 'e', group: 'Watch', load: () => import('./events/page.tsx') },
  { path: 'verdicts', title: 'Verdicts', key: 'v', group: 'Watch', load: () => import('./verdicts/page.tsx') },
  { path: 'explore', title: 'Explore', key: 'x', group: 'Watch', load: () => import('./explore/page.tsx') },
  { path: 'records', title: 'Records', key: 'r', group: 'Watch', load: () => import('./records/page.tsx') },
  { path: 'scenarios', title: 'Scenarios', key: 's', group: 'Change', load: () => import('./scenarios/page.tsx') },
  { path: 'clock', title: 'Clock', key: 'c', group: 'Change', load: () => import('./clock/page.tsx') },
  { path: 'limits', title: 'Limits', key: 'l', group: 'Change', load: () => import('./limits/page.tsx') },
  { path: 'worlds', title: 'Worlds', key: 'w', group: 'Change', load: () => import('./worlds/page.tsx') },
  { path: 'tokens', title: 'Tokens', key: 'k', group: 'Change', load: () => import('./tokens/page.tsx') },
  { path: 'bare-messages', title: 'Message', key: '', group: undefined, bare: true, load: () => import('./messages/bare.tsx') },
  { path: 'contacts', title: 'Contacts', key: 'n', group: 'Change', load: () => import('./contacts/page.tsx') },
  { path: 'resources', title: 'Resources', key: 'b', group: 'Change', load: () => import('./resources/page.tsx') },
  { path: 'operations', title: 'Try it', key: 'o', group: 'Build', load: () => import('./operations/page.tsx') },
  { path: 'contracts', title: 'Contracts', key: 'p', group: 'Build', load: () => import('./contracts/page.tsx') },
  { path: 'docs', title: 'Documents', key: 'i', group: undefined, load: () => import('./docs/page.tsx') },
]
