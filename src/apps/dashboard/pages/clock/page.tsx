/** The world's clock: the time, past and booked jobs, and controls. */

import { useRef, useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Facts } from '../../components/facts.tsx'
import { ChoiceField } from '../../components/fields.tsx'
import { Loaded } from '../../components/list.tsx'
import { dateAndTime, spanOf, Time, worldNow } from '../../components/text.tsx'
import { useChange, useControl } from '../../data/control.ts'
import { Advance, type Clock } from './advance.tsx'
import { Timeline } from './timeline.tsx'
import './clock.css'

export function page() {
  const clock = useControl('control.showClock', {}, { live: true })
  return (
    <div class="clock-page">
      <h1 class="unheard">Clock</h1>
      <Loaded of={clock}>
        {(shown) => (
          <div class="cards">
            <section class="card now">
              <h2>Now</h2>
              <Now />
              <Facts
                of={{
                  Running: shown.mode === 'frozen' ? 'no, frozen' : shown.speed === 1 ? 'in real time' : `${shown.speed} × real time`,
                  Pace: `${shown.pace}: the time the service needs for each step`,
                  Booked: `${shown.total} upcoming`,
                  Next:
                    shown.next === null ? undefined : (
                      <>
                        <Time at={shown.next} full /> <Until at={shown.next} />
                      </>
                    ),
                }}
              />
              <Speed clock={shown} />
            </section>
            <Advance clock={shown} />
            <Timeline at={shown.now} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

function Now() {
  const [date, time] = dateAndTime(worldNow.value)
  return (
    <p class="face">
      <span class="quiet">{date}</span> <strong class="number">{time}</strong> <span class="quiet">UTC</span>
    </p>
  )
}

function Until({ at }: { readonly at: string }) {
  const left = Date.parse(at) - worldNow.value
  return <span class="quiet">{left > 0 ? `in ${spanOf(left)}` : 'due now'}</span>
}

/** World seconds per real second. */
const speeds: Readonly<Record<string, string>> = {
  '1': 'real time',
  '10': '10 × real time',
  '60': 'a minute per second',
  '3600': 'an hour per second',
  '86400': 'a day per second',
}

function Speed({ clock: { mode, speed } }: { readonly clock: Clock }) {
  const [chosen, choose] = useState(String(speed) in speeds ? String(speed) : '1')
  // The mode that the user chose, until the server confirms this mode. A speed chosen in the meantime applies to it.
  const requestedMode = useRef<Clock['mode'] | undefined>(undefined)
  if (requestedMode.current === mode) requestedMode.current = undefined
  const freeze = useChange('control.freezeClock', () => 'The clock is frozen.', { turns: 'clock' })
  const resume = useChange('control.resumeClock', () => 'The clock is running.', { turns: 'clock' })
  const go = (to: Clock['mode'], speed: string) => {
    requestedMode.current = to
    const failed = { onError: () => (requestedMode.current = undefined) }
    if (to === 'frozen') freeze.mutate({}, failed)
    else resume.mutate({ body: { speed: Number(speed) } }, failed)
  }
  return (
    <div class="actions start">
      {mode === 'real' && <Button label="Freeze" class="primary" act={() => go('frozen', chosen)} />}
      {mode === 'frozen' && <Button label="Resume" class="primary" act={() => go('real', chosen)} />}
      <ChoiceField
        label="Speed"
        quiet
        value={chosen}
        choices={speeds}
        change={(value) => {
          choose(value)
          if ((requestedMode.current ?? mode) === 'real') go('real', value)
        }}
      />
    </div>
  )
}
