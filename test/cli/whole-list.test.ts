/** Lists that are read page by page. */
import { expect, test } from 'vitest'
import { wholeList } from '../../src/cli/remote.ts'

test('a server that gives the same page again, or says of none that more follow, ends no list late', async () => {
  const asked: unknown[] = []
  const read = (next: string | null | undefined) => async (page: object) => {
    asked.push(page)
    return { items: ['a'], next: next as string | null }
  }

  expect((await wholeList('items', read('same'))).items).toEqual(['a', 'a'])
  expect((await wholeList('items', read(undefined))).items).toEqual(['a'])
  expect(asked).toEqual([{}, { after: 'same' }, {}])
})
