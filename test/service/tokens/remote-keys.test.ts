import { expect, test } from 'vitest'
import { createRemoteKeys, keyWithId } from '../../../src/service/tokens/read-token.ts'
import { rule } from '../../support/rule.ts'

function setup() {
  const said = { keys: [{ kid: 'a', kty: 'RSA' }] as { kid: string; kty: string }[], fetched: 0, now: 0, down: false }
  const fetchJson = async () => {
    said.fetched++
    if (said.down) throw new Error('down')
    return { keys: [...said.keys] }
  }
  return { said, ...createRemoteKeys({ fetchJson, tick: () => said.now }) }
}

rule('decisions §3', 'a key set is fetched once, and again for an unknown key at most once a minute', async () => {
  const { said, find } = setup()

  await Promise.all([find('u', keyWithId('a')), find('u', keyWithId('a')), find('u', keyWithId('b'))])
  expect(said.fetched).toBe(1)
  said.keys.push({ kid: 'b', kty: 'RSA' })
  said.now = 59_999
  expect(await find('u', keyWithId('b'))).toBeUndefined()
  said.now = 60_000
  expect(await Promise.all([find('u', keyWithId('b')), find('u', keyWithId('b')), find('u', keyWithId('c'))])).toEqual([
    { kid: 'b', kty: 'RSA' },
    { kid: 'b', kty: 'RSA' },
    undefined,
  ])
  expect(said.fetched).toBe(2)
})

test('keys stay good while their source is down, and a source that was down is asked again', async () => {
  const { said, find } = setup()

  await find('u', keyWithId('a'))
  said.down = true
  said.now = 60_000
  expect(await find('u', keyWithId('b'))).toBeUndefined()
  expect(await find('u', keyWithId('a'))).toEqual({ kid: 'a', kty: 'RSA' })
  expect(await find('other', keyWithId('a'))).toBeUndefined()
  said.down = false
  said.now = 120_000
  expect(await find('other', keyWithId('a'))).toEqual({ kid: 'a', kty: 'RSA' })
})

test('at most 1,000 key sets are remembered', async () => {
  const { said, find } = setup()

  for (let nth = 0; nth <= 1000; nth++) await find(`u${nth}`, keyWithId('a'))
  await find('u1000', keyWithId('a'))
  expect(said.fetched).toBe(1001)
  await find('u0', keyWithId('a'))
  expect(said.fetched).toBe(1002)
})
