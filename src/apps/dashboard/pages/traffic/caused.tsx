/** A call's consequences: a summary in the call's row, and in the expanded call, a row with a bar on the time axis for each of them. */
import { Badge } from '../../components/facts.tsx'
import { Icon } from '../../components/icon.tsx'
import { toneOfStatus } from '../../components/story.tsx'
import { briefSpanOf, counted, Text, Time, wordFor } from '../../components/text.tsx'
import type { Family } from '../../data/families.ts'
import type { Part } from './rows.ts'

interface FoldProps {
  readonly of: Family
  readonly isOpen: boolean
  readonly isNarrow: boolean
  toggle(id: string): void
}

/** Shows a summary such as `5 jobs, 4.0 s, Email_Delivered`. A click expands the call. */
export const Fold = ({ of: { head, count, from, to, status }, isOpen, isNarrow, toggle }: FoldProps) => (
  <button type="button" class="fold" aria-expanded={isOpen} tabIndex={-1} onClick={() => toggle(head.id)}>
    <span class="number">
      {isNarrow ? count : `${counted(count, 'job')}, ${briefSpanOf(to - from)}`}
      {isNarrow && <span class="unheard">{` ${wordFor(count, 'job')}`}</span>}
    </span>
    {!isNarrow && status !== null && <Badge tone={toneOfStatus(status)}>{status}</Badge>}
    <span class="unheard">{` of line ${head.id}`}</span>
  </button>
)

export const PartKind = ({ of: { icon } }: { readonly of: Part }) => (
  <span class="part-kind">
    <Icon
      of={icon}
      says={{ message: 'A message was sent', webhook: 'An event, or its delivery', clock: 'Upcoming' }[icon as string] ?? 'A job'}
    />
  </span>
)

/** Shows a consequence's name, a bar from the time of its cause to its own time, its status, and its time. */
export function PartCourse({
  of: { what, why, status, from: cause, at, isBooked },
  from,
  to,
}: {
  readonly of: Part
  readonly from: number
  readonly to: number
}) {
  const share = (time: number) => (to === from ? 0 : Math.max(0, Math.min(1, (time - from) / (to - from))) * 100)
  return (
    <span class="course">
      <span class="one-line" title={why ?? undefined}>
        <Text>{what}</Text>
      </span>
      <span class="track">
        {!isBooked && <span class="span" style={{ left: `${share(cause)}%`, width: `${share(at) - share(cause)}%` }} />}
      </span>
      <span class="one-line">{status !== null && <Badge tone={toneOfStatus(status)}>{status}</Badge>}</span>
      <span class="quiet number">
        {isBooked ? (
          <>
            upcoming{' '}
            <span class="wide">
              <Time at={new Date(at).toISOString()} brief />
            </span>
          </>
        ) : (
          `+${briefSpanOf(at - from)}`
        )}
      </span>
    </span>
  )
}
