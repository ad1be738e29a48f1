/** The verdict on expired tokens. */
import { test } from 'vitest'
import { expiredToken } from '../../../src/control/verdicts/tokens.ts'
import { bad, expectBroken, expectGood, good, judges, nothing } from '../../support/deeds.ts'
import { start } from '../../support/standin.ts'

const expires = Date.parse(start) + 10_000
const read = { method: 'GET', path: '/a', expires }

test('other calls that are on their way while the client gets a new token are excused', () => {
  const told = { ...read, status: 401, skewed: true, scenario: 'token-expired' }

  expectGood(expiredToken, told, { ...read, path: '/b', after: 20 }, { ...read, path: '/b', token: 'new' })
})

test('a client whose new token is refused as well is good, and one that goes on with it is not', () => {
  const told = { ...read, status: 401, skewed: true, scenario: 'clock-ahead' }
  const renewed = { ...told, token: 'new' }

  expectGood(expiredToken, told, renewed, { ...renewed, path: '/b' }, { ...told, path: '/b', token: 'newer' })
  expectBroken(expiredToken, ['3', '4'], told, renewed, { ...renewed, path: '/b' }, { ...renewed, path: '/c' })
})

const moved = { ...read, status: 401, clockMoves: 1 }

judges(expiredToken, {
  'a client that gets a new token in time is good, and so is one that does after a 401': [
    good(read, { ...read, token: 'new', expires: expires + 60_000, after: 60_000 }),
    good(
      read,
      { ...read, status: 401, after: 60_000, clockMoves: 1 },
      { ...read, token: 'new', expires: expires + 600_000, clockMoves: 1 },
    ),
  ],
  'a client that uses a token beyond its end is bad': [bad(['2'], read, { ...read, status: 401, after: 60_000 })],
  'a client that uses a token for other calls after a 401 said that it expired is bad': [
    bad(['2', '3'], read, { ...moved, after: 60_000 }, { ...moved, path: '/b' }),
    bad(['1', '2'], { ...read, status: 401, skewed: true, scenario: 'token-expired' }, { ...read, path: '/b' }),
  ],
  'a token that a tester made expired is the matter of the tester': [
    nothing({ ...read, status: 401, after: 60_000 }),
    nothing(read, { ...read, status: 401, after: 60_000, clockMoves: 1 }),
  ],
  'a client whose token does not expire shows nothing': [nothing(read, read)],
})
