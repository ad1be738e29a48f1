/** The verdict on sending a refused call again. */
import { expect, test } from 'vitest'
import { refusedUnchanged } from '../../../src/control/verdicts/refusals.ts'
import { bad, expectBroken, expectNotExercised, good, judges, nothing, verdictOn } from '../../support/deeds.ts'

test.each([400, 401, 403, 404, 422])('a client that repeats a %s as it was is bad', (status) => {
  expectBroken(refusedUnchanged, ['1', '2'], { status }, { status })
})

test('changes elsewhere excuse a repetition, which shows nothing', () => {
  const excuses = [{ turns: 1 }, { clockMoves: 1 }]
  for (const excuse of excuses) expectNotExercised(refusedUnchanged, { status: 401 }, { status: 401, ...excuse })

  expectNotExercised(refusedUnchanged, { status: 404 }, { caller: 'other', commits: 1, path: '/other' }, { status: 404 })
  expectNotExercised(refusedUnchanged, { status: 404 }, { commits: 1, path: '/other' }, { status: 404 })
  expect(verdictOn(refusedUnchanged, { status: 422 }, { commits: 1, path: '/other' }, { status: 422 }).verdict).toBe('bad')
})

judges(refusedUnchanged, {
  'a client that repeats it although a scenario refused it is bad, whatever the next reply is': [
    bad(['1', '2'], { status: 400, scenario: 'bad-request' }, { status: 201 }),
  ],
  'a client that changes the request, or does not repeat it, is good': [
    good({ status: 422, body: 'a' }, { status: 201, body: 'b' }),
    good({ status: 404 }),
    good({ status: 401 }, { status: 200, token: 'Bearer …11111111' }),
  ],
  'a client that repeats a call because the refusal never arrived shows nothing': [nothing({ status: 400, lost: true }, { status: 400 })],
  'a refused call whose content is not known shows nothing': [nothing({ status: 400, request: null })],
  'a client that is never refused shows nothing': [nothing({ status: 503 }, { status: 503 })],
})
