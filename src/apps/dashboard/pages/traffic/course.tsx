/** A complete journal line: its stages, its token, its cause and its consequences. */
import { useRef, useState } from 'preact/hooks'
import type { ControlReply } from '../../../../control/client.ts'
import { Badge, Facts } from '../../components/facts.tsx'
import { Cause, Story } from '../../components/story.tsx'
import { Milliseconds, Time } from '../../components/text.tsx'
import { Who } from '../../components/who.tsx'
import { useControl } from '../../data/control.ts'
import { journalName } from '../../data/journal.ts'
import { storyHref } from '../../shell/address.ts'

export type FullLine = ControlReply<'control.showJournalLine'>

interface LoadedLine {
  journal?: string | undefined
  line?: FullLine
  /** True if the line belongs to an earlier journal. */
  isOver?: boolean
}

/** Returns the open line, which stays the same even if a new journal has a line with the same id. */
export function useOpenedLine(id: string) {
  const read = useControl('control.showJournalLine', { params: { id } }, { live: true })
  const loaded = useRef<LoadedLine>({})
  const [, again] = useState({})
  const { current } = loaded
  const { data, error } = read
  current.journal ??= journalName.value
  if (current.line) current.isOver ||= current.journal !== journalName.value || (data !== undefined && !isSame(current.line, data))
  if (!current.isOver && data) current.line = data
  const isOver = current.isOver === true
  return {
    line: { data: isOver ? current.line : data, error: isOver ? null : error, refetch: read.refetch },
    isOver,
    /** Shows the current line with this id. */
    renew() {
      // Until the read finishes, the page has only the old line.
      void read.refetch().then(({ error: failed }) => {
        if (failed instanceof TypeError) return
        loaded.current = {}
        again({})
      })
    },
  }
}

const isSame = (one: FullLine, other: FullLine) => one.at === other.at && one.method === other.method && one.path === other.path

/** Shows the jobs, messages, events and deliveries that this line caused, and the line's own cause. */
export function Caused({ line: { id, causedBy, caused, causedTotal } }: { readonly line: FullLine }) {
  if (causedBy === null && causedTotal === 0) return null
  return (
    <section>
      <h3>Cause and effect</h3>
      {causedBy !== null && (
        <p>
          Caused by <Cause of={causedBy} />
        </p>
      )}
      <Story label={`Consequences of line ${id}`} entries={caused} cause={id} />
      {causedTotal > caused.length && <p class="quiet">{(causedTotal - caused.length).toLocaleString('en')} more are not shown.</p>}
      <p>
        <a href={storyHref(id)}>The whole story</a>
      </p>
    </section>
  )
}

export function Claims({ line: { token } }: { readonly line: FullLine }) {
  if (!token) return null
  const { org, orgNo, clientId, vendor, systemUser, user, scopes, iss, nbf, exp } = token
  return (
    <section aria-label="Token">
      <h3>Token</h3>
      <Facts
        of={{
          'Service owner': org ?? undefined,
          Organization: orgNo === null ? undefined : <Who of={orgNo} />,
          Vendor: vendor !== null && vendor !== orgNo ? <Who of={vendor} /> : undefined,
          'System user': systemUser ?? undefined,
          Person: user ?? undefined,
          Client: clientId ?? undefined,
          Scopes:
            scopes.length === 0 ? (
              <span class="quiet">none</span>
            ) : (
              <span class="row">
                {scopes.map((scope) => (
                  <Badge key={scope}>{scope}</Badge>
                ))}
              </span>
            ),
          Valid: (
            <>
              <Time at={nbf} /> to <Time at={exp} />
            </>
          ),
          'Issued by': iss ?? undefined,
        }}
      />
    </section>
  )
}

export function Waterfall({ line: { stages, ms } }: { readonly line: FullLine }) {
  const starts = Object.entries(stages)
  const [, last = 0] = starts.at(-1) ?? []
  const end = Math.max(ms ?? last, last, 0.001)
  if (starts.length === 0) return null
  return (
    <section>
      <h3>Stages</h3>
      <ol class="waterfall">
        {starts.map(([name, start], at) => {
          const stop = starts[at + 1]?.[1] ?? end
          return (
            <li key={name}>
              <span>{name}</span>
              <span class="track">
                <span class="span" style={{ left: `${(start / end) * 100}%`, width: `${((stop - start) / end) * 100}%` }} />
              </span>
              <Milliseconds of={stop - start} />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
