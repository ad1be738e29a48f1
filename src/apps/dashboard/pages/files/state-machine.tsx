/** File transfers, and a diagram of their states. */
import type { ControlReply, RecordOf } from '../../../../control/client.ts'
import { Scrolls, type Tone } from '../../components/facts.tsx'

export type Transfer = RecordOf<'fileTransfers'>
export type FullTransfer = ControlReply<'control.showFileTransfer'>
type State = Transfer['status']

/** The states that can follow each state. A test compares them with the service's transitions. */
export const moves: Readonly<Record<State, readonly State[]>> = {
  Initialized: ['UploadStarted', 'Purged'],
  UploadStarted: ['UploadStarted', 'UploadProcessing', 'Published', 'Failed', 'Purged'],
  UploadProcessing: ['Published', 'Failed', 'Purged'],
  Published: ['AllConfirmedDownloaded', 'Failed', 'Purged'],
  Cancelled: ['Purged'],
  AllConfirmedDownloaded: ['Failed', 'Purged'],
  Purged: [],
  Failed: ['Purged'],
}

const tones: Readonly<Record<State, Tone>> = {
  Initialized: 'plain',
  UploadStarted: 'info',
  UploadProcessing: 'warn',
  Published: 'good',
  Cancelled: 'plain',
  AllConfirmedDownloaded: 'good',
  Purged: 'plain',
  Failed: 'bad',
}

export const toneOf = (state: State): Tone => tones[state]

/** Returns the number in `0192:370916446` or `urn:altinn:organization:identifier-no:370916446`. */
export const numberOf = (party: string): string => party.slice(party.lastIndexOf(':') + 1)

const width = 128
const height = 34

interface StatePosition {
  readonly x: number
  readonly y: number
  readonly label: string
}

/** Excludes `Cancelled`, because no transition leads to it. */
const places: Readonly<Record<Exclude<State, 'Cancelled'>, StatePosition>> = {
  Initialized: { x: 0, y: 50, label: 'Initialized' },
  UploadStarted: { x: 165, y: 50, label: 'UploadStarted' },
  UploadProcessing: { x: 330, y: 50, label: 'UploadProcessing' },
  Published: { x: 495, y: 50, label: 'Published' },
  AllConfirmedDownloaded: { x: 660, y: 50, label: 'AllConfirmed…' },
  Failed: { x: 495, y: 126, label: 'Failed' },
  Purged: { x: 825, y: 50, label: 'Purged' },
}

export const StateMachine = ({ state, been }: { readonly state: State; readonly been: ReadonlySet<State> }) => (
  <Scrolls label="The transfer's states">
    <svg class="machine" viewBox="-6 -4 966 172" role="img" aria-label={`The transfer is ${state}, after ${[...been].join(', ')}.`}>
      <defs>
        <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
          <path d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      {arrows.map(({ from, to, path }) => (
        <path key={`${from} ${to}`} class={been.has(from) && been.has(to) ? 'arrow been' : 'arrow'} d={path} marker-end="url(#arrow)" />
      ))}
      {Object.entries(places).map(([name, { x, y, label }]) => (
        <g key={name} class={classOf(name as State, state, been)}>
          <title>{name}</title>
          <rect x={x} y={y} width={width} height={height} rx="8" />
          <text x={x + width / 2} y={y + 22} text-anchor="middle">
            {label}
          </text>
        </g>
      ))}
    </svg>
  </Scrolls>
)

function classOf(name: State, state: State, been: ReadonlySet<State>): string {
  if (name === state) return 'state current'
  return been.has(name) ? 'state been' : 'state'
}

/** All other states can lead to `Purged`, but only the usual transitions are drawn. */
const drawn = Object.entries(moves).flatMap(([from, following]) =>
  following
    .filter((to) => from !== to && (to !== 'Purged' || from === 'AllConfirmedDownloaded' || from === 'Failed'))
    .map((to) => [from, to]),
) as [keyof typeof places, keyof typeof places][]

const arrows = drawn.map(([from, to]) => ({ from, to, path: pathOf(places[from], places[to]) }))

/** Draws a straight line to a neighbour, and otherwise a curve above or below. */
function pathOf(from: StatePosition, to: StatePosition): string {
  const [left, right] = [from.x + width, to.x]
  const [middleFrom, middleTo] = [from.y + height / 2, to.y + height / 2]
  if (from.y === to.y && right - left < 60) return `M${left} ${middleFrom}H${right}`
  if (from.y === to.y) return `M${from.x + width / 2} ${from.y}C${from.x + width} 0 ${to.x} 0 ${to.x + width / 2} ${to.y}`
  if (to.y < from.y) return `M${left} ${middleFrom}H${to.x + width / 2}V${to.y + height}`
  if (from.x === to.x) return `M${from.x + width / 2} ${from.y + height}V${to.y}`
  const side = from.x < to.x ? to.x : to.x + width
  return `M${from.x + width / 2} ${from.y + height}C${from.x + width / 2} ${middleTo} ${side} ${middleTo} ${side} ${middleTo}`
}
