/** Freezes the clock, lets it run, and says how fast. */
import { useState } from 'preact/hooks'
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
  const freeze = useChange('control.freezeClock', () => 'The clock is frozen.')
  const resume = useChange('control.resumeClock', () => 'The clock runs.')
  return (
    <div class="actions start">
      {mode === 'real' && (
        <button type="button" class="primary" onClick={() => freeze.mutate({})}>
          Freeze
        </button>
      )}
      {mode === 'frozen' && (
        <button type="button" class="primary" onClick={() => resume.mutate({ body: { speed: Number(chosen) } })}>
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
          if (mode === 'real') resume.mutate({ body: { speed: Number(value) } })
        }}
      />
    </div>
  )
}
