/** GET /broker/api/v1/filetransfer, as the file transfer client needs it. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { refuses, refusesStrangers } from '../refusals.ts'
import type { FileTransferClient, Filter } from './client.ts'
import { agree, down, id, published, recipient, unreachable } from './parties.ts'

const receiving = 'a search for published files'
const searched = (filter: Filter) => ({
  request: { method: 'GET', path: '/broker/api/v1/filetransfer', query: { ...filter } } as const,
  call: (client: FileTransferClient) => client.search(filter),
})
const { request, call } = searched({ resourceId: 'standin-plain', status: 'Published' })

test('a search finds the ids of the file transfers to its caller', async () => {
  const response = { status: 200, json: Matchers.eachLike(Matchers.uuid(id)) }

  expect(await agree({ given: [published], receiving, request, response }, call)).toEqual([id])
})

test('a search without results returns an empty list', async () => {
  expect(await agree({ given: [recipient], receiving, request, response: { status: 200, json: [] } }, call)).toEqual([])
})

refuses(agree, [
  {
    ...searched({ resourceId: 'standin-plain', status: 'Nearly' }),
    receiving: 'a search by a status that does not exist',
    given: [recipient],
    status: 400,
    errors: { status: "The value 'Nearly' is not valid." },
  },
  {
    ...searched({ resourceId: '' }),
    receiving: 'a search without a resource',
    given: [recipient],
    status: 400,
    errors: { resourceId: 'The resourceId field is required.' },
  },
  { ...unreachable, receiving, request, call, given: [recipient, down('authorization')] },
])
refusesStrangers(agree, { receiving, request, call })
