/** Search: recipes, recipients and scenarios by keyword, the documents, and the story behind an id or a name. */

import { useState } from 'preact/hooks'
import type { StoryEntry } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { Empty, Loaded } from '../../components/list.tsx'
import { Story } from '../../components/story.tsx'
import { counted, Text, TextLink } from '../../components/text.tsx'
import { useControl } from '../../data/control.ts'
import { go, hrefOf, storyHref, useQueryValue } from '../../shell/address.ts'
import { DocumentHits, useHits } from '../docs/hits.tsx'
import './search.css'
import { useWays } from './ways.tsx'

export function page() {
  const [text] = useQueryValue('text')
  return (
    <div class="search-page centred">
      <h1>{text === '' ? 'Search' : <Text>{text}</Text>}</h1>
      <Ask key={text} text={text} />
      {text === '' ? <Hint title="What happened to …?" /> : <SearchResults key={`found ${text}`} text={text} />}
    </div>
  )
}

function Ask({ text }: { readonly text: string }) {
  const [written, write] = useState(text)
  return (
    <Form class="ask" submit={() => go(storyHref(written.trim()))}>
      <TextField
        label="An id, a name or a word"
        quiet
        type="search"
        placeholder="429, malware, retry; a call, an order, a shipment, a recipient, …"
        value={written}
        change={write}
      />
      <Button submit label="Search" class="primary" />
    </Form>
  )
}

/** Number of entries shown initially, and added with each click. */
const step = 500

/** Recipes and scenarios come first, then the documents, then ids. */
function SearchResults({ text }: { readonly text: string }) {
  const { lists, isNothing } = useWays(text)
  const hits = useHits(text)
  return (
    <>
      {lists}
      {hits && <DocumentHits hits={hits} text={text} />}
      <ById text={text} isAlone={isNothing && hits?.length === 0} />
    </>
  )
}

interface ByIdProps {
  readonly text: string
  /** True if there are no other results. */
  readonly isAlone: boolean
}

function ById({ text, isAlone }: ByIdProps) {
  const [limit, setLimit] = useState(step)
  const [kind] = useQueryValue('kind')
  const read = useControl('control.showStory', { params: { id: text }, query: { limit: String(limit) } }, { live: true })
  return (
    <Loaded of={read}>
      {({ story, names, total }) => {
        if (total === 0) return isAlone ? <Hint title="Nothing matches this id, name or word." text={text} /> : null
        return (
          <>
            <Kinds text={text} entries={story} chosen={kind} />
            {names.some((name) => name !== text) && <Names names={names.filter((name) => name !== text)} />}
            <Story label={`The story of ${text}`} entries={kind === '' ? story : story.filter((entry) => entry.kind === kind)} />
            {total > story.length && (
              <div class="actions start">
                <Button label="Show more" act={() => setLimit(limit + step)} />
                <p class="quiet">
                  {story.length.toLocaleString('en')} of {total.toLocaleString('en')}
                </p>
              </div>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

const most = 20

const Names = ({ names }: { readonly names: readonly string[] }) => (
  <p class="names row">
    <span class="quiet">Also known by</span>{' '}
    {names.slice(0, most).map((name) => (
      <TextLink key={name} href={storyHref(name)}>
        {name}
      </TextLink>
    ))}
    {names.length > most && <span class="quiet">and {names.length - most} more</span>}
  </p>
)

const Hint = ({ title, text }: { readonly title: string; readonly text?: string }) => (
  <Empty title={title}>
    <p>
      You can search for the id of a call, a trace, an order, a shipment, a file transfer, an event or a delivery, an idempotencyId, an
      email address, a mobile number, or the number of a person or an organization.
    </p>
    {text !== undefined && (
      <p>
        <a href={hrefOf(['calls'], { text })}>Search in the traffic</a>
      </p>
    )}
  </Empty>
)

interface KindsProps {
  readonly text: string
  readonly entries: readonly StoryEntry[]
  /** The kind that the user chose; empty for all kinds. */
  readonly chosen: string
}

const words: Readonly<Record<StoryEntry['kind'], readonly [one: string, many?: string]>> = {
  call: ['call'],
  job: ['job'],
  message: ['message'],
  event: ['event'],
  delivery: ['delivery', 'deliveries'],
  booking: ['upcoming job', 'upcoming jobs'],
}

function Kinds({ text, entries, chosen }: KindsProps) {
  const counts = Map.groupBy(entries, ({ kind }) => kind)
  const shown = (Object.keys(words) as StoryEntry['kind'][]).filter((kind) => counts.has(kind))
  return (
    <nav class="row" aria-label="Kinds">
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

const Kind = ({ href, current, children }: { readonly href: string; readonly current: boolean; readonly children: string }) => (
  <a class="chip" href={href} {...(current && { 'aria-current': 'true' as const })}>
    {children}
  </a>
)
