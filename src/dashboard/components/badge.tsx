/** Small coloured words: a state, a status, a count. */
import { Text } from './text.tsx'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'

interface BadgeProps {
  readonly children: string | number
  readonly tone?: Tone | undefined
  readonly title?: string | undefined
}

export function Badge({ children, tone = 'plain', title }: BadgeProps) {
  return (
    <span class={`badge ${tone}`} {...(title !== undefined && { title })}>
      <Text>{children}</Text>
    </span>
  )
}

/** The status of a reply. Null: there was none, as for a job or a call that goes on. */
export function StatusBadge({ status }: { readonly status: number | null }) {
  if (status === null) return <span class="nothing">–</span>
  return <Badge tone={toneOf(status)}>{status}</Badge>
}

export function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'info' : 'good'
}
