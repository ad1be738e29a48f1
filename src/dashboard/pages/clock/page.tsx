/** The clock of the world: what time it is, what happened and what is booked, and how to go on. */
import { Facts } from '../../components/facts.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Time, worldNow } from '../../components/time.tsx'
import { dateAndTime, spanOf } from '../../components/words.ts'
import { useControl } from '../../data/control.ts'
import { Advance } from './advance.tsx'
import { Speed } from './speed.tsx'
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
                  Runs: shown.mode === 'frozen' ? 'no, it is frozen' : shown.speed === 1 ? 'in real time' : `${shown.speed} × real time`,
                  Pace: `${shown.pace}: how long the service takes for its steps`,
                  Booked: `${shown.total} to come`,
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
