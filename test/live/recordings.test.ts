/** Calls that were recorded on the live services are answered as they were there. */
import { expect, test } from 'vitest'
import { type Difference, notYet, play, readRecordings } from '../support/live-recordings.ts'

/** What to read first when a recording does not hold any more. */
const shown = ({ name, step, got }: Difference) =>
  `${name}\n  ${step.method} ${step.path} ${step.body ?? ''}\n  recorded ${JSON.stringify(step.answer)}\n  got      ${JSON.stringify(got)}`

test.each(['notifications', 'file-transfer'])('the recordings of %s hold, but for those that are listed as not yet', async (file) => {
  const differences = await play(readRecordings(file))
  const listed = notYet(file)
  const names = differences.map(({ name }) => name)

  const unexpected = differences.filter(({ name }) => !listed.includes(name))
  expect(unexpected.map(shown).join('\n')).toBe('')
  expect(
    listed.filter((name) => !names.includes(name)),
    'These hold now: take them off the list',
  ).toEqual([])
})
