/** Draws the timeline: a lane for each kind of job, a mark for each entry, and a line for the current time. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { counted, dateAndTime, spanOf } from '../../components/text.tsx'

export type Entry = ControlReply<'control.showTimeline'>['timeline'][number]

interface DrawingProps {
  readonly entries: readonly Entry[]
  /** Milliseconds of world time. */
  readonly now: number
}

interface Window {
  readonly from: number
  readonly to: number
}

const lane = 22
const top = 20
/** The smallest window, in milliseconds. */
const closest = 1_000

/** Returns a window that contains all entries, with margins. */
function wholeOf(entries: readonly Entry[], now: number): Window {
  const times = [now, ...entries.map(({ at }) => Date.parse(at))]
  const first = times.reduce((one, other) => Math.min(one, other))
  const last = times.reduce((one, other) => Math.max(one, other))
  const air = Math.max(30_000, (last - first) * 0.04)
  return { from: first - air, to: last + air }
}

function zoomed({ from, to }: Window, by: number, at = 0.5): Window {
  const length = Math.max(closest, (to - from) * by)
  const middle = from + (to - from) * at
  return { from: middle - length * at, to: middle + length * (1 - at) }
}

const moved = ({ from, to }: Window, by: number): Window => ({ from: from + (to - from) * by, to: to + (to - from) * by })

export function Drawing({ entries, now }: DrawingProps) {
  const box = useRef<HTMLElement>(null)
  const [window, setWindow] = useState<Window>()
  const shown = window ?? wholeOf(entries, now)
  const change = (act: (before: Window) => Window) => setWindow((before) => act(before ?? wholeOf(entries, now)))

  useEffect(() => {
    const element = box.current
    // Zooming requires a modifier key. Otherwise, the wheel would not scroll the page.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.shiftKey) return
      event.preventDefault()
      const { left, width } = element?.getBoundingClientRect() ?? { left: 0, width: 1 }
      change((before) => zoomed(before, (event.deltaY || event.deltaX) > 0 ? 1.25 : 0.8, (event.clientX - left) / width))
    }
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [entries, now])

  function key(event: KeyboardEvent): void {
    const act = {
      '+': () => change((before) => zoomed(before, 0.5)),
      '-': () => change((before) => zoomed(before, 2)),
      ArrowLeft: () => change((before) => moved(before, -0.2)),
      ArrowRight: () => change((before) => moved(before, 0.2)),
      '0': () => setWindow(undefined),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  if (entries.length === 0) return null
  return (
    <>
      <div class="actions zoom">
        <span class="quiet">{`${spanOf(shown.to - shown.from)} shown`}</span>
        <Button label="Closer" class="small" act={() => change((before) => zoomed(before, 0.5))} />
        <Button label="Wider" class="small" act={() => change((before) => zoomed(before, 2))} />
        <Button label="All" class="small" disabled={window === undefined} act={() => setWindow(undefined)} />
      </div>
      <section
        ref={box}
        class="drawing box"
        aria-label="Timeline chart. Plus and minus zoom, arrow keys move, 0 shows everything."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys zoom and move the timeline.
        tabIndex={0}
        onKeyDown={key}
      >
        <Lanes entries={entries} now={now} shown={shown} />
      </section>
    </>
  )
}

function Lanes({ entries, now, shown: { from, to } }: DrawingProps & { readonly shown: Window }) {
  const kinds = [...new Set(entries.map(({ what }) => what))]
  const height = top + kinds.length * lane
  const x = (time: number) => `${(((time - from) / (to - from)) * 100).toFixed(3)}%`
  const within = entries.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= to)
  // Marks at the same position are drawn only once.
  const marks = new Map(
    within.map((entry) => [`${entry.kind} ${entry.what} ${Math.round(((Date.parse(entry.at) - from) / (to - from)) * 500)}`, entry]),
  )
  return (
    <div class="lanes">
      <ul class="names">
        {kinds.map((kind) => (
          <li class="one-line" key={kind} title={kind}>
            {kind.slice(kind.indexOf('.') + 1)}
          </li>
        ))}
      </ul>
      <svg
        width="100%"
        height={height}
        role="img"
        aria-label={`${counted(within.length, 'entry', 'entries')} of ${counted(kinds.length, 'kind')}`}
      >
        <Ticks from={from} to={to} height={height} x={x} />
        {now >= from && now <= to && <line class="now-line" x1={x(now)} x2={x(now)} y1={top - 4} y2={height} />}
        {[...marks.values()].map(({ id, kind, what, at, why }) => (
          <circle
            key={`${kind}/${id}`}
            class={kind === 'booking' ? 'booked' : 'happened'}
            cx={x(Date.parse(at))}
            cy={top + kinds.indexOf(what) * lane + 11}
            r="4.5"
          >
            <title>{[at, what, why].filter((each) => each !== null).join(' · ')}</title>
          </circle>
        ))}
      </svg>
    </div>
  )
}

/** Possible distances between grid lines, in milliseconds. */
const grids = [1e3, 5e3, 15e3, 6e4, 3e5, 9e5, 36e5, 108e5, 432e5, 864e5, 1728e5, 6048e5, 2592e6, 7776e6, 31536e6]

function Ticks({ from, to, height, x }: Window & { readonly height: number; x(time: number): string }) {
  const grid = grids.find((each) => (to - from) / each <= 7) ?? (to - from) / 6
  const first = Math.ceil(from / grid) * grid
  const times = Array.from({ length: Math.floor((to - first) / grid) + 1 }, (_, at) => first + at * grid)
  return (
    <g>
      {times.map((time) => {
        const [date, hour] = dateAndTime(time)
        return (
          <g key={time}>
            <line class="grid" x1={x(time)} x2={x(time)} y1={top - 4} y2={height} />
            <text class="tick" x={x(time)} y="12">
              {grid >= 864e5 ? date.slice(5) : grid >= 6e4 ? hour.slice(0, 5) : hour}
            </text>
          </g>
        )
      })}
    </g>
  )
}
