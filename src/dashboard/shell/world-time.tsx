/** The time of the world, which goes on as its clock does. */
import { useEffect } from 'preact/hooks'
import { worldNow } from '../components/time.tsx'
import { useControl } from '../data/control.ts'
import { hrefOf } from './address.ts'

/** Real milliseconds between two steps. */
const step = 1_000

export function WorldTime() {
  const { data: clock, dataUpdatedAt } = useControl('control.showClock', {}, { live: true })
  useEffect(() => {
    if (!clock) return
    const show = () => {
      const passed = clock.mode === 'frozen' ? 0 : (Date.now() - dataUpdatedAt) * clock.speed
      worldNow.value = Date.parse(clock.now) + passed
    }
    show()
    const ticking = setInterval(show, step)
    return () => clearInterval(ticking)
  }, [clock, dataUpdatedAt])
  if (!clock) return null
  const [date, time] = new Date(worldNow.value).toISOString().slice(0, 19).split('T')
  const state = clock.mode === 'frozen' ? 'frozen' : clock.speed === 1 ? 'real time' : `${clock.speed} × real time`
  return (
    <a class="clock" href={hrefOf(['clock'])} title={`The time of this world, in UTC: ${state}`}>
      <span class="quiet wide">{date}</span> <span class="number">{time}</span>
      {clock.mode === 'frozen' && <span class="chip info">frozen</span>}
    </a>
  )
}
