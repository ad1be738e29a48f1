/** What a line caused, and what caused it. */
import { Cause, Story } from '../../components/story.tsx'
import { storyHref } from '../../shell/record-link.ts'
import type { FullLine } from './full-line.ts'

/** Jobs, messages, events and deliveries because of this line, and the line because of which it ran. */
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
      <Story label={`What line ${id} caused`} entries={caused} cause={id} />
      {causedTotal > caused.length && <p class="quiet">{(causedTotal - caused.length).toLocaleString('en')} more are not shown.</p>}
      <p>
        <a href={storyHref(id)}>The whole story</a>
      </p>
    </section>
  )
}
