/** The timeline of past and scheduled jobs, as a chart and as a list. */

import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Badge } from '../../components/facts.tsx'
import { ChoiceField } from '../../components/fields.tsx'
import { Empty, Loaded } from '../../components/list.tsx'
import { Cause } from '../../components/story.tsx'
import { Quiet, spanOf, Text, TextLink, Time, worldNow } from '../../components/text.tsx'
import { useControl, wholeList } from '../../data/control.ts'
import { hrefOf, recordHref, useQueryValue } from '../../shell/address.ts'
import { Drawing, type Entry } from './drawing.tsx'

const page = 60

/** Milliseconds before and after now → label. */
const widths: Readonly<Record<string, string>> = {
  '600000': '10 minutes around now',
  '3600000': 'an hour around now',
  '86400000': 'a day around now',
  '': '10 days before and after now',
  '2592000000': '30 days around now',
  all: 'everything',
}
const usual = 864_000_000

/** `at`: world time when the clock was last read. */
export function Timeline({ at }: { readonly at: string }) {
  const [around, setAround] = useQueryValue('around')
  const now = Date.parse(at)
  const span = around === 'all' ? Number.POSITIVE_INFINITY : Number(around) || usual
  const timeline = useControl('control.showTimeline', { query: { ...wholeList, ...rangeOf(now, span) } }, { live: true })
  return (
    <section class="timeline">
      <header>
        <h2>Timeline</h2>
        <ChoiceField label="Shown" quiet value={around in widths ? around : ''} choices={widths} change={setAround} />
      </header>
      <Loaded of={timeline}>
        {({ timeline: entries, dropped, next }) => (
          <>
            <Drawing key={around} entries={entries} now={now} />
            {next !== null && <p class="warning">There are more entries than the page can show. Choose a shorter period.</p>}
            {dropped > 0 && <p class="quiet">{dropped} older jobs are no longer in the journal.</p>}
            <List entries={entries} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const rangeOf = (now: number, span: number) =>
  Number.isFinite(span) ? { from: new Date(now - span).toISOString(), to: new Date(now + span).toISOString() } : {}

/** Lists booked jobs, next job first, and then past jobs, newest first. */
function List({ entries }: { readonly entries: readonly Entry[] }) {
  const [most, setMost] = useState(page)
  const booked = entries.filter(({ kind }) => kind === 'booking')
  const happened = entries.filter(({ kind }) => kind !== 'booking').reverse()
  if (entries.length === 0) return <Empty title="No job is booked, and none has run." />
  return (
    <div class="cards lists">
      <Part title="Upcoming" entries={booked.slice(0, most)} total={booked.length} />
      <Part title="Past" entries={happened.slice(0, most)} total={happened.length} />
      {Math.max(booked.length, happened.length) > most && <Button label="Show more" act={() => setMost(most * 4)} />}
    </div>
  )
}

const Part = ({ title, entries, total }: { readonly title: string; readonly entries: readonly Entry[]; readonly total: number }) => (
  <section aria-label={title}>
    <h3>
      {title} <span class="quiet number">{total}</span>
    </h3>
    {entries.length === 0 ? (
      <p class="quiet">Nothing.</p>
    ) : (
      <ol class="box lines">
        {entries.map((entry) => (
          <Item key={`${entry.kind}/${entry.id}`} entry={entry} />
        ))}
      </ol>
    )}
  </section>
)

function Item({ entry }: { readonly entry: Entry }) {
  const { at, kind, what, why, record, causedBy, environment, id } = entry
  const isBooked = kind === 'booking'
  return (
    <li>
      <span class="when">
        <Time at={at} />
        {isBooked && <span class="quiet">in {spanOf(Math.max(0, Date.parse(at) - worldNow.value))}</span>}
      </span>
      <span>
        {isBooked ? <Text as="strong">{what}</Text> : <TextLink href={hrefOf(['calls', id])}>{what}</TextLink>}{' '}
        {environment === 'production' && <Badge tone="info">production</Badge>} {why !== null && <Quiet>{why}</Quiet>}
        <span class="links row">
          {record !== null && (
            <a href={recordHref(record.type, record.id)}>
              {record.type} <Text>{record.id.slice(0, 8)}</Text>
            </a>
          )}
          {causedBy !== null && (
            <span>
              by <Cause of={causedBy} />
            </span>
          )}
        </span>
      </span>
    </li>
  )
}
