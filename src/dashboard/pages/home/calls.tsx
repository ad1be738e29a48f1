/** A part of the first page, and the first of them: calls a minute of world time, and how many of them failed. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { counted, Time, worldMinute } from '../../components/text.tsx'
import { type JournalLine, journalNow } from '../../data/journal.ts'
import { hrefOf } from '../../shell/address.ts'

interface PartProps {
  readonly title: string
  /** Where it leads, and what stands there. */
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
/** Real milliseconds between two looks at the lines. */
const rest = 1_000

interface Bar {
  good: number
  /** The caller was refused. */
  refused: number
  /** The service failed, or the reply was lost. */
  failed: number
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
  const [refused, failed] = [sum('refused'), sum('failed')]
  const all = sum('good') + refused + failed
  const says = `${counted(all, 'call')} in the last ${minutes} minutes of world time, ${failed.toLocaleString('en')} failed, ${refused.toLocaleString('en')} refused`
  return (
    <Part title="Calls a minute" href={hrefOf(['calls'])} more="all traffic" class="wide">
      {all === 0 ? <Earlier lines={lines} /> : <Chart bars={bars} says={says} />}
      <p class="row">
        <span>{counted(all, 'call')} in 30 minutes</span>
        {failed > 0 && (
          <a href={hrefOf(['calls'], { query: 'status:5xx' })}>
            <span class="badge bad">{failed.toLocaleString('en')} failed</span>
          </a>
        )}
        {refused > 0 && (
          <a href={hrefOf(['calls'], { query: 'status:4xx' })}>
            <span class="badge warn">{refused.toLocaleString('en')} refused</span>
          </a>
        )}
      </p>
    </Part>
  )
}

const Earlier = ({ lines }: { readonly lines: readonly JournalLine[] }) => {
  const last = lines.findLast(({ method }) => method !== null)
  if (!last) return <p class="quiet">No call has come yet.</p>
  return (
    <p class="quiet">
      The last call came at <Time at={last.at} full />, world time.
    </p>
  )
}

/** From the newest line back, until lines are older than what is shown. */
function barsOf(lines: readonly JournalLine[], now: number): readonly Bar[] {
  const bars: Bar[] = Array.from({ length: minutes }, () => ({ good: 0, refused: 0, failed: 0 }))
  for (let index = lines.length - 1; index >= 0; index--) {
    const { at, method, status, cut } = lines[index] as JournalLine
    const ago = Math.ceil((now - Date.parse(at)) / minute)
    // A line comes when it is closed: calls that took long stand after later ones.
    if (ago > 2 * minutes) break
    const bar = bars[minutes - 1 - Math.max(0, ago)]
    if (method === null || !bar) continue
    if (cut || (status ?? 500) >= 500) bar.failed += 1
    else if ((status ?? 0) >= 400) bar.refused += 1
    else bar.good += 1
  }
  return bars
}

const Chart = ({ bars, says }: { readonly bars: readonly Bar[]; readonly says: string }) => {
  const top = Math.max(1, ...bars.map(({ good, refused, failed }) => good + refused + failed))
  return (
    <div class="chart" role="img" aria-label={says} title={`At most ${top.toLocaleString('en')} a minute`}>
      {bars.map((bar, nth) => (
        <span key={nth} title={`${minutes - 1 - nth} min ago: ${bar.good + bar.refused + bar.failed}`}>
          <span class="failed" style={{ height: `${(bar.failed / top) * 100}%` }} />
          <span class="refused" style={{ height: `${(bar.refused / top) * 100}%` }} />
          <span class="good-calls" style={{ height: `${(bar.good / top) * 100}%` }} />
        </span>
      ))}
    </div>
  )
}
