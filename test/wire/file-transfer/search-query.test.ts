import { expect, test } from 'vitest'
import { searchQuery } from '../../../src/wire/file-transfer/file-transfer.ts'
import { readSearch } from '../../../src/wire/file-transfer/search-query.ts'

test('a search that names only a resource asks for the newest of everything', () => {
  expect(readSearch(searchQuery.parse({ resourceId: 'acme-exchange' }))).toEqual({
    resourceId: 'acme-exchange',
    status: undefined,
    recipientStatus: undefined,
    from: undefined,
    to: undefined,
    orderAscending: false,
    role: undefined,
  })
})

test('names, numbers and times become values', () => {
  const query = {
    resourceId: 'acme-exchange',
    status: 'PUBLISHED',
    recipientStatus: '1',
    from: '2026-08-18 10:00:00',
    to: '2026-08-19T10:00:00+02:00',
    orderAscending: 'True',
    role: 'sender',
  }

  expect(readSearch(searchQuery.parse(query))).toEqual({
    resourceId: 'acme-exchange',
    status: 'Published',
    recipientStatus: 'DownloadStarted',
    from: Date.parse('2026-08-18T10:00:00Z'),
    to: Date.parse('2026-08-19T08:00:00Z'),
    orderAscending: true,
    role: 'Sender',
  })
})

test('empty parameters count as left out', () => {
  const query = { resourceId: 'acme-exchange', status: '', recipientStatus: '', from: '', to: '', orderAscending: '', role: '' }

  expect(readSearch(searchQuery.parse(query))).toEqual(readSearch({ resourceId: 'acme-exchange' }))
})
