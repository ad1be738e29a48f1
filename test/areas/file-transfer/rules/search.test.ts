import { expect, test } from 'vitest'
import { readSearch, searchQuery } from '../../../../src/areas/file-transfer/search.ts'

test('a search for a resource alone has no other criteria and shows the newest first', () => {
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

test('names, numbers and times are read from text', () => {
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

test('empty parameters count as missing', () => {
  const query = { resourceId: 'acme-exchange', status: '', recipientStatus: '', from: '', to: '', orderAscending: '', role: '' }

  expect(readSearch(searchQuery.parse(query))).toEqual(readSearch({ resourceId: 'acme-exchange' }))
})
