/** `standin clock`: shows, moves and stops the clock of a world. */
import type { ControlReply } from '../control/rows/client.ts'
import { heading, type Table } from './print.ts'
import { rowGroup } from './row-commands.ts'

type Face = ControlReply<'control.showClock'>

function advanceInWords({ now, happened, total, counts }: ControlReply<'control.advanceClock'>, table: Table): string[] {
  const rows = happened.map(({ at, what, id, ...facts }) => [at, what, id ?? '', factsText(facts)])
  const listed = rows.length > 0 ? table([heading('AT', 'WHAT', 'ID', ''), ...rows]) : []
  const unlisted = total > happened.length ? ` (${happened.length} listed)` : ''
  const kinds = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  return [...listed, `It is ${now}; ${total} happened${unlisted}${kinds.length > 0 ? `: ${kinds.join(', ')}` : ''}.`]
}

function faceInWords({ now, mode, speed, pending, total }: Face, table: Table): string[] {
  const rows = pending.map(({ at, what, environment }) => [at, what, environment])
  const listed = rows.length > 0 ? table([heading('AT', 'WHAT', 'ENVIRONMENT'), ...rows]) : []
  const going = mode === 'frozen' ? 'the clock is stopped' : speed === 1 ? 'the clock runs' : `the clock runs at ${speed} times the speed`
  return [...listed, `It is ${now}, and ${going}; ${total} booked${total > rows.length ? ` (${rows.length} listed)` : ''}.`]
}

const factsText = (facts: Readonly<Record<string, unknown>>) =>
  Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')

export const clock = rowGroup('clock', ['show', 'advance', 'freeze', 'resume'], {
  'control.advanceClock': advanceInWords,
  'control.showClock': faceInWords,
  'control.freezeClock': faceInWords,
  'control.resumeClock': faceInWords,
})
