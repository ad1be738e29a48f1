/** How much of each kind a story has, as links that show only that kind. */

import type { StoryEntry } from '../../../control-replies/story.ts'
import { counted } from '../../components/words.ts'
import { hrefOf } from '../../shell/address.ts'

interface KindsProps {
  readonly text: string
  readonly entries: readonly StoryEntry[]
  /** Empty: all. */
  readonly chosen: string
}

const words: Readonly<Record<StoryEntry['kind'], readonly [one: string, many?: string]>> = {
  call: ['call'],
  job: ['job'],
  message: ['message'],
  event: ['event'],
  delivery: ['delivery', 'deliveries'],
  booking: ['thing to come', 'things to come'],
}

export function Kinds({ text, entries, chosen }: KindsProps) {
  const counts = Map.groupBy(entries, ({ kind }) => kind)
  const shown = (Object.keys(words) as StoryEntry['kind'][]).filter((kind) => counts.has(kind))
  return (
    <nav class="kinds" aria-label="Kinds">
      <Kind href={hrefOf(['search'], { text })} current={chosen === ''}>
        {`All ${entries.length}`}
      </Kind>
      {shown.map((kind) => {
        const count = counts.get(kind)?.length ?? 0
        return (
          <Kind key={kind} href={hrefOf(['search'], { text, kind })} current={chosen === kind}>
            {counted(count, ...words[kind])}
          </Kind>
        )
      })}
    </nav>
  )
}

function Kind({ href, current, children }: { readonly href: string; readonly current: boolean; readonly children: string }) {
  return (
    <a class="chip" href={href} {...(current && { 'aria-current': 'true' as const })}>
      {children}
    </a>
  )
}
