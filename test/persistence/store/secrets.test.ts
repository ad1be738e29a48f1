/** The keys in a store that several processes share. */
import { expect, test } from 'vitest'
import { storedKeys } from '../../../src/persistence/store/secrets.ts'
import { createKeys } from '../../../src/service/tokens/keys.ts'
import { createMemoryStore } from '../../support/memory-store.ts'

test('a token is good at once at a process that reads the keys of before at that moment', async () => {
  const store = { ...createMemoryStore(), whenSwapped: () => {} }
  const here = createKeys({ source: await storedKeys(store, 'The store') })
  const slow = Promise.withResolvers<void>()
  let isSlow = false
  const read = async (name: string) => {
    const json = await store.read(name)
    if (isSlow) await slow.promise
    return json
  }
  const there = createKeys({ source: await storedKeys({ ...store, read }, 'The store') })
  await there.sign({ sub: 'first' })
  isSlow = true
  const checked = there.checkOf({ alg: 'RS256', kid: 'unknown' })
  await new Promise(setImmediate)

  await here.rotate()
  const token = await here.sign({ sub: 'x' })
  const verified = there.verify(token)
  await new Promise(setImmediate)
  isSlow = false
  slow.resolve()
  expect(await verified).toEqual({ sub: 'x' })
  expect(await checked).toBeUndefined()
})
