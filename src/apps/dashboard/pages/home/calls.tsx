/** The frame around each part of the first page, and its first part: calls and failures per minute of world time. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Badge, type Tone } from '../../components/facts.tsx'
import { counted, Time, wordFor, worldMinute } from '../../components/text.tsx'
import { type JournalLine, journalNow } from '../../data/journal.ts'
import { hrefOf } from '../../shell/address.ts'

interface PartProps {
  readonly title: string
  readonly href: string
  readonly more: string
  readonly class?: string
  readonly children: ComponentChildren
}

export const Part = ({ title, href, more, class: name = '', children }: PartProps) => (
  <section class={`card ${name}`} aria-label={title}>
    <h2>
      {title} <a href={href}>{more}</a>
    </h2>
    {children}
  </section>
)

const minutes = 30
const minute = 60_000
const rest = 1_000

interface Bar {
  good: number
  /** Replies with a 4xx status. */
  refused: number
  failed: number
  /** Replies that were lost or cut off. */
  lost: number
}

export function Calls() {
  const [, look] = useState(0)
  useEffect(() => {
    const looking = setInterval(() => look((before) => before + 1), rest)
    return () => clearInterval(looking)
  }, [])
  const { lines } = journalNow()
  const bars = barsOf(lines, worldMinute.value)
  const sum = (name: keyof Bar) => bars.reduce((all, bar) => all + bar[name], 0)
  const [refused, failed, lost] = [sum('refused'), sum('failed'), sum('lost')]
  const all = sum('good') + refused + failed + lost
  const says = `${counted(all, 'call')} in the last ${minutes} minutes of world time, ${failed.toLocaleString('en')} failed, ${refused.toLocaleString('en')} refused`
  return (
    <Part title="Calls per minute" href={hrefOf(['calls'])} more="all traffic" class="wide">
      {all === 0 ? <Earlier lines={lines} /> : <Chart bars={bars} says={says} />}
      <p class="row">
        <span>{counted(all, 'call')} in 30 minutes</span>
        <Share count={failed} of="failed" tone="bad" query="status:5xx" />
        <Share count={lost} of={`${wordFor(lost, 'reply', 'replies')} lost`} tone="bad" query="kind:lost" />
        <Share count={refused} of="refused" tone="warn" query="status:4xx" />
      </p>
    </Part>
  )
}

interface ShareProps {
  readonly count: number
  readonly of: string
  readonly tone: Tone
  readonly query: string
}

const Share = ({ count, of: what, tone, query }: ShareProps) =>
  count === 0 ? null : (
    <a href={hrefOf(['calls'], { query })}>
      <Badge tone={tone}>{`${count.toLocaleString('en')} ${what}`}</Badge>
    </a>
  )

const totalOf = ({ good, refused, failed, lost }: Bar): number => good + refused + failed + lost

const Earlier = ({ lines }: { readonly lines: readonly JournalLine[] }) => {
  const last = lines.findLast(({ method }) => method !== null)
  if (!last) return <p class="quiet">No calls yet.</p>
  return (
    <p class="quiet">
      The last call was at <Time at={last.at} full />, world time.
    </p>
  )
}

/** Counts calls from the newest line backwards. */
function barsOf(lines: readonly JournalLine[], now: number): readonly Bar[] {
  const bars: Bar[] = Array.from({ length: minutes }, () => ({ good: 0, refused: 0, failed: 0, lost: 0 }))
  for (let index = lines.length - 1; index >= 0; index--) {
    const { at, method, status, cut } = lines[index] as JournalLine
    const ago = Math.ceil((now - Date.parse(at)) / minute)
    // Lines are sorted by when their calls ended, so slow calls come after calls that started later. The margin allows for this.
    if (ago > 2 * minutes) break
    const bar = bars[minutes - 1 - Math.max(0, ago)]
    if (method === null || !bar) continue
    if (cut) bar.lost += 1
    else if ((status ?? 0) >= 500) bar.failed += 1
    else if ((status ?? 0) >= 400) bar.refused += 1
    else bar.good += 1
  }
  return bars
}

const Chart = ({ bars, says }: { readonly bars: readonly Bar[]; readonly says: string }) => {
  const top = Math.max(1, ...bars.map(totalOf))
  return (
    <div class="chart" role="img" aria-label={says} title={`At most ${top.toLocaleString('en')} per minute`}>
      {bars.map((bar, nth) => (
        <span key={nth} title={`${minutes - 1 - nth} min ago: ${totalOf(bar)}`}>
          <span class="failed" style={{ height: `${((bar.failed + bar.lost) / top) * 100}%` }} />
          <span class="refused" style={{ height: `${(bar.refused / top) * 100}%` }} />
          <span class="good-calls" style={{ height: `${(bar.good / top) * 100}%` }} />
        </span>
      ))}
    </div>
  )
}
