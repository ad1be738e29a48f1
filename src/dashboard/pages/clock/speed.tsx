/** Freezes the clock, lets it run, and says how fast. */
import { useRef, useState } from 'preact/hooks'
import { ChoiceField } from '../../components/fields.tsx'
import { useChange } from '../../data/control.ts'
import type { Clock } from './clock.ts'

/** World seconds per real second. */
const speeds: Readonly<Record<string, string>> = {
  '1': 'real time',
  '10': '10 × real time',
  '60': 'a minute a second',
  '3600': 'an hour a second',
  '86400': 'a day a second',
}

export function Speed({ clock: { mode, speed } }: { readonly clock: Clock }) {
  const [chosen, choose] = useState(String(speed) in speeds ? String(speed) : '1')
  // What the user asked for, until the page has read that it is so: a speed that is chosen meanwhile counts, too.
  const asked = useRef<Clock['mode'] | undefined>(undefined)
  if (asked.current === mode) asked.current = undefined
  const freeze = useChange('control.freezeClock', () => 'The clock is frozen.', { turns: 'clock' })
  const resume = useChange('control.resumeClock', () => 'The clock runs.', { turns: 'clock' })
  const go = (to: Clock['mode'], speed: string) => {
    asked.current = to
    const failed = { onError: () => (asked.current = undefined) }
    if (to === 'frozen') freeze.mutate({}, failed)
    else resume.mutate({ body: { speed: Number(speed) } }, failed)
  }
  return (
    <div class="actions start">
      {mode === 'real' && (
        <button type="button" class="primary" onClick={() => go('frozen', chosen)}>
          Freeze
        </button>
      )}
      {mode === 'frozen' && (
        <button type="button" class="primary" onClick={() => go('real', chosen)}>
          Let it run
        </button>
      )}
      <ChoiceField
        label="Speed"
        quiet
        value={chosen}
        choices={speeds}
        change={(value) => {
          choose(value)
          if ((asked.current ?? mode) === 'real') go('real', value)
        }}
      />
    </div>
  )
}
