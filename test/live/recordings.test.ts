/** Calls that were recorded on the live services are answered as they were there. */
import { expect, test } from 'vitest'
import { type Difference, notYet, play, readRecordings } from '../support/live-recordings.ts'

/** What to read first when a recording does not hold any more. */
const shown = ({ name, step, got }: Difference) =>
  `${name}\n  ${step.method} ${step.path} ${step.body ?? ''}\n  recorded ${JSON.stringify(step.answer)}\n  got      ${JSON.stringify(got)}`

/** When each set was recorded, where it matters: by night, no SMS goes out. */
const recordedAt: Readonly<Record<string, number>> = { 'older-routes': Date.parse('2026-06-01T01:00:00Z') }

const files = ['notifications', 'file-transfer', 'older-routes', 'exchange', 'token-generator', 'events', 'events-publishing']

test.each(files)('the recordings of %s hold, but for those that are listed as not yet', { timeout: 60_000 }, async (file) => {
  const differences = await play(readRecordings(file), recordedAt[file])
  const listed = notYet(file)
  const names = differences.map(({ name }) => name)

  const unexpected = differences.filter(({ name }) => !listed.includes(name))
  expect(unexpected.map(shown).join('\n')).toBe('')
  expect(
    listed.filter((name) => !names.includes(name)),
    'These hold now: take them off the list',
  ).toEqual([])
})
