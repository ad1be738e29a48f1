/** Name-value lists, short tables and badges. */

import type { ComponentChildren } from 'preact'
import type { SentMessage } from '../../../control/client.ts'
import { Text } from './text.tsx'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'

interface BadgeProps {
  readonly children: string | number
  readonly tone?: Tone | undefined
  readonly title?: string | undefined
}

export const Badge = ({ children, tone = 'plain', title }: BadgeProps) => (
  <span class={`badge ${tone}`} {...(title !== undefined && { title })}>
    <Text>{children}</Text>
  </span>
)

/** Shows a reply's status. `null` if there is no reply, for example for a job or a call in progress. */
export function StatusBadge({ status }: { readonly status: number | null }) {
  if (status === null) return <span class="quiet">–</span>
  return <Badge tone={toneOf(status)}>{status}</Badge>
}

export function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'info' : 'good'
}

export function toneOfMessage(status: string): Tone {
  if (status.includes('Failed')) return 'bad'
  return status.endsWith('_Delivered') ? 'good' : 'info'
}

/** Statuses that delivery reports can set. A test compares them with the service's statuses. */
export const reports: Readonly<Record<SentMessage['channel'], readonly SentMessage['status'][]>> = {
  Email: [
    'Email_Delivered',
    'Email_Failed',
    'Email_Failed_Bounced',
    'Email_Failed_FilteredSpam',
    'Email_Failed_Quarantined',
    'Email_Failed_SuppressedRecipient',
  ],
  SMS: [
    'SMS_Delivered',
    'SMS_Failed',
    'SMS_Failed_BarredReceiver',
    'SMS_Failed_Deleted',
    'SMS_Failed_Expired',
    'SMS_Failed_Undelivered',
    'SMS_Failed_Rejected',
  ],
}

/** A region that scrolls sideways if its content is wider than the page. */
export const Scrolls = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
  <section class="scrolls" aria-label={label} tabIndex={0}>
    {children}
  </section>
)

/** Preformatted text, such as a body or a command. */
export const Lines = ({ children }: { readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
  <pre class="body" tabIndex={0}>
    {children}
  </pre>
)

/** Strings are rendered by `Text`. Facts whose value is undefined are omitted. */
type Value = ComponentChildren | null | undefined

export const Facts = ({ of: facts }: { readonly of: Readonly<Record<string, Value>> }) => (
  <dl class="facts">
    {Object.entries(facts).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' || typeof value === 'number' || value === null ? <Text>{value}</Text> : value}</dd>
            </div>,
          ],
    )}
  </dl>
)

interface Column<Row> {
  readonly title: string
  cell(row: Row): ComponentChildren
  readonly numeric?: boolean
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  keyOf(row: Row): string
}

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <Scrolls label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" class={numeric ? 'numeric' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, numeric }) => (
                <td key={title} class={numeric ? 'numeric' : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  )
}
