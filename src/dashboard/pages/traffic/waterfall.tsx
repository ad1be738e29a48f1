/** The stages of a call, each as a bar from its beginning to its end. */
import { Milliseconds } from '../../components/time.tsx'
import type { FullLine } from './full-line.ts'

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
