/** `standin subscriptions`. */
import { expect, test } from 'vitest'
import { failure, serverForFile } from '../../support/command-line.ts'

const { inNewWorld } = await serverForFile()

test('a subscription is added, listed, validated and removed', async () => {
  const { run, knobs } = inNewWorld()
  const hook = 'http://127.0.0.1:9/hook'
  const added = await run('subscriptions', 'add', hook, 'standin-plain', '--type', 'no.altinn.broker.published')
  const listed = await run('subscriptions')
  const validated = await run('subscriptions', 'validate', '1')
  const removed = await run('subscriptions', 'remove', '1')

  expect(added.out).toBe('Created the subscription 1.\n')
  expect(listed.out.split('\n').map((line) => line.split(/ {2,}/))[1]).toEqual([
    '1',
    'test',
    'no',
    '/org/ttd',
    'urn:altinn:resource:standin-plain',
    'no.altinn.broker.published',
    hook,
  ])
  expect(validated.out).toContain('1   test         2026-06-01T10:00:00Z')
  expect(removed.out).toBe('Removed subscription 1.\n')
  expect(knobs.subscriptions.list().total).toBe(0)
})

test('a subscription that the service refuses is a failure, and says why', async () => {
  const { run } = inNewWorld()

  expect(await run('subscriptions', 'add', 'http://127.0.0.1:9/hook', 'standin-plain', '--as', '347147753')).toMatchObject(
    failure(/The subscription as 347147753 was refused with 40\d: /),
  )
})
