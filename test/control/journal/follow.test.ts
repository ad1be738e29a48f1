/** Following the journal within a process. */
import { expect, test } from '../../support/rule.ts'

const search = { query: { resourceId: 'standin-plain' } }

test('a slow follower loses the oldest lines, and learns how many', async ({ client, simulator }) => {
  const following = simulator.journal.follow({ buffer: 3 })
  for (let call = 0; call < 11; call++) await client.call('fileTransfer.search', search)
  const next = async () => (await following.next()).value

  expect(await next()).toMatchObject({ line: { id: '9' }, closed: 9, dropped: 8 })
  expect(await next()).toMatchObject({ line: { id: '10' }, closed: 10, dropped: 0 })
  await client.call('fileTransfer.search', search)
  expect([await next(), await next()]).toMatchObject([{ line: { id: '11' } }, { line: { id: '12' }, dropped: 0 }])
})

test('what a follower gets shows no secret, in process and over HTTP', async ({ client, simulator }) => {
  const [following, streaming] = [simulator.journal.follow(), simulator.journal.stream()]
  await streaming.next()
  await client.call('fileTransfer.overview', { params: { fileTransferId: 'eyJplanted.eyJplanted.planted' } })
  const told = JSON.stringify([(await following.next()).value, (await streaming.next()).value])

  expect(told.match(/filetransfer\/…\w{8}/g)).toHaveLength(2)
  expect(told).not.toContain('planted')
})
