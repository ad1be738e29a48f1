/** `standin clock`: shows, moves and stops the clock of a world. */
import type { ControlReply } from '../control/rows/client.ts'
import { Misuse } from '../misuse.ts'
import { isoDuration } from '../wire/values/timestamp.ts'
import { defineCommand } from './command.ts'
import { duration, instant, optional, wholeNumber, word } from './option.ts'
import { heading, print, type Table } from './print.ts'
import { connectionOptions, remote } from './remote.ts'
import { rowGroup } from './row-commands.ts'

type Account = ControlReply<'control.advanceClock'>
type Face = ControlReply<'control.showClock'>

const advance = defineCommand({
  name: 'advance',
  summary: 'Let time pass, and list what happened',
  options: {
    duration: { ...optional('How far, such as 10m, 7d or P7D', duration), word: 'optional' },
    to: optional('To this time, such as 2026-12-01T08:00:00Z', instant),
    until: optional('Until "settled": until the service has no work left', word({ settled: '' })),
    atMost: optional('With --until settled: how far at most', duration),
    limit: optional('List at most this many happenings', wholeNumber(0)),
    ...connectionOptions,
  },
  examples: [
    ['standin clock advance 7d', 'A week passes'],
    ['standin clock advance --until settled', 'The service finishes its work'],
  ],
  async run({ values, io }) {
    const { duration, to, until, atMost, limit } = values
    if ([duration, to, until].filter((way) => way !== undefined).length !== 1) {
      throw new Misuse('"standin clock advance" takes exactly one of these.', ['<duration>', '--to <time>', '--until settled'])
    }
    if (atMost !== undefined && until === undefined) throw new Misuse('--at-most goes with --until settled.')
    const body = {
      ...(duration !== undefined && { by: isoDuration(duration) }),
      ...(to !== undefined && { to: new Date(to).toISOString() }),
      ...(until !== undefined && { until }),
      ...(atMost !== undefined && { atMost: isoDuration(atMost) }),
      ...(limit !== undefined && { limit }),
    }
    print(io, values, await remote(values).call('control.advanceClock', { body }), inWords)
    return 0
  },
})

function inWords({ now, happened, total, counts }: Account, table: Table): string[] {
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

export const clock = rowGroup('clock', ['show', advance, 'freeze', 'resume'], {
  'control.showClock': faceInWords,
  'control.freezeClock': faceInWords,
  'control.resumeClock': faceInWords,
})
