/** `standin clock`: time that passes when you say so. */
import { Misuse } from '../misuse.ts'
import { inColumns } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { duration, instant, isoDuration, optional, someNumber, wholeNumber, word } from './option.ts'
import { print } from './print.ts'
import { ask } from './remote.ts'

interface Account {
  readonly now: string
  readonly happened: readonly (Readonly<Record<string, unknown>> & { readonly at: string; readonly what: string; readonly id?: string })[]
  readonly total: number
  readonly counts: Readonly<Record<string, number>>
}

const advance = defineCommand({
  name: 'advance',
  summary: 'Let time pass, and list what happened',
  options: {
    duration: { ...optional('How long, such as 10m, 7d or P7D', duration), word: 'optional' },
    to: optional('Until a time, such as 2026-12-01T08:00:00Z', instant),
    until: optional('Until "settled": no working step is left', word({ settled: '' })),
    atMost: optional('With --until settled: how long at most', duration),
    limit: optional('How many happenings are listed', wholeNumber(0)),
    ...connectionOptions,
  },
  examples: [
    ['standin clock advance 7d', 'A week passes'],
    ['standin clock advance --until settled', 'Everything that was begun is done'],
  ],
  async run({ values, io }) {
    const { duration, to, until, atMost, limit } = values
    if ([duration, to, until].filter((way) => way !== undefined).length !== 1) {
      throw new Misuse('"standin clock advance" takes exactly one of these.', ['<duration>', '--to <time>', '--until settled'])
    }
    if (atMost !== undefined && until === undefined) throw new Misuse('--at-most belongs to --until settled.')
    const body = {
      ...(duration !== undefined && { by: isoDuration(duration) }),
      ...(to !== undefined && { to: new Date(to).toISOString() }),
      ...(until !== undefined && { until }),
      ...(atMost !== undefined && { atMost: isoDuration(atMost) }),
      ...(limit !== undefined && { limit }),
    }
    print(io, values, await ask(values, 'POST clock/advance', { body }), inWords)
    return 0
  },
})

function inWords({ now, happened, total, counts }: Account): string {
  const rows = happened.map(({ at, what, id, ...facts }) => [at, what, id ?? '', factsText(facts)])
  const listed = rows.length > 0 ? inColumns([['AT', 'WHAT', 'ID', ''], ...rows]) : ''
  const unlisted = total > happened.length ? ` (${happened.length} listed)` : ''
  const kinds = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  return `${listed}It is ${now}; ${total} happened${unlisted}${kinds.length > 0 ? `: ${kinds.join(', ')}` : ''}.\n`
}

interface Face {
  readonly now: string
  readonly mode: string
  readonly speed: number
  readonly pending: readonly { readonly at: string; readonly what: string; readonly environment: string }[]
  readonly total: number
}

function faceInWords({ now, mode, speed, pending, total }: Face): string {
  const rows = pending.map(({ at, what, environment }) => [at, what, environment])
  const listed = rows.length > 0 ? inColumns([['AT', 'WHAT', 'ENVIRONMENT'], ...rows]) : ''
  const going = mode === 'frozen' ? 'the clock stands' : speed === 1 ? 'the clock runs' : `the clock runs at ${speed} times the speed`
  return `${listed}It is ${now}, and ${going}; ${total} to come${total > rows.length ? ` (${rows.length} listed)` : ''}.\n`
}

const factsText = (facts: Readonly<Record<string, unknown>>) =>
  Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')

const show = defineCommand({
  name: 'show',
  summary: 'Say what time it is, and what is to come',
  options: connectionOptions,
  async run({ values, io }) {
    print(io, values, await ask(values, 'GET clock'), faceInWords)
    return 0
  },
})

const freeze = defineCommand({
  name: 'freeze',
  summary: 'Stop it',
  options: connectionOptions,
  async run({ values, io }) {
    print(io, values, await ask(values, 'POST clock/freeze'), faceInWords)
    return 0
  },
})

const resume = defineCommand({
  name: 'resume',
  summary: 'Let it run',
  options: { speed: optional('World seconds a real second: 1 when absent', someNumber), ...connectionOptions },
  examples: [['standin clock resume --speed 60', 'A minute a second']],
  async run({ values, io }) {
    const { speed } = values
    print(io, values, await ask(values, 'POST clock/resume', speed === undefined ? {} : { body: { speed } }), faceInWords)
    return 0
  },
})

export const clock = defineCommand({
  name: 'clock',
  summary: 'Move the clock, stop it, or let it run',
  options: {},
  commands: [show, advance, freeze, resume],
})
