/** `standin limits`. */
import { expect, test } from 'vitest'
import { misuse, serverForFile } from '../../support/command-line.ts'

const { inNewWorld } = await serverForFile({ rateLimits: 'current' })

const search = { as: { orgNo: '347147753', clientId: 'mine' }, query: { resourceId: 'standin-plain' } }

test('limits are listed, exhausted and refilled', async () => {
  const { run, client } = inNewWorld()
  const status = async () => (await client.call('fileTransfer.search', search)).status
  const before = await status()
  const { out } = await run('limits', 'set', 'mine', 'fileTransfer.search')
  const during = await status()
  const listed = await run('limits')
  const refilled = await run('limits', 'refill')

  expect(out).toMatch(
    /^ORGANIZATION +CALLER +ENVIRONMENT +OPERATION +LIMIT +LEFT +RESETS AT\nJensen Regnskap AS +mine +test +fileTransfer.search +30 +0 +2026-06-01T10:01:00Z\n$/,
  )
  expect(listed.out).toBe(out)
  expect(refilled.out).toBe("Restored every caller's limits.\n")
  expect([before, during, await status()]).toEqual([200, 429, 200])
})

test('an operation without a limit is misuse', async () => {
  const { run } = inNewWorld()

  expect(await run('limits', 'set', 'mine', 'fileTransfer.serach', '--left', '3')).toMatchObject(
    misuse('has no rate limit. Did you mean fileTransfer.search? Valid: '),
  )
})
