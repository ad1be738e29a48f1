/** `standin events`. */
import { expect, test } from 'vitest'
import { misuse, serverForFile } from '../../support/command-line.ts'
import { initialized, published } from '../../support/file-transfers.ts'
import { owner, urn } from '../../support/subscribers.ts'

const { inNewWorld } = await serverForFile({ outbound: 'off' })

test('each event is one line, with the subscriptions that got it', async () => {
  const { run, client, knobs } = inNewWorld()
  await client.call('events.createSubscription', { as: owner, body: { endPoint: 'https://example.org/hook', resourceFilter: urn } })
  await knobs.advance({ by: 1_000 })
  const id = await initialized(client)
  await knobs.advance({ by: 1_000 })
  const { code, out } = await run('events')

  expect(code).toBe(0)
  expect(out).toBe(
    'TIME                  TYPE                     SUBJECT    TRANSFER                              SUBSCRIPTIONS\n' +
      `2026-06-01T10:00:02Z  filetransferinitialized  347147753  ${id}  1 held\n`,
  )
})

test('every filter reaches the server', async () => {
  const { run, client, knobs } = inNewWorld()
  const id = await published(client)
  await initialized(client)
  await knobs.advance({ by: 1_000 })
  const subjects = async (...args: string[]) => JSON.parse((await run('events', '--json', ...args)).out).total

  expect(await subjects('--transfer', id, '--type', 'published')).toBe(2)
  expect(await subjects('--transfer', id, '--type', 'published', '--subject', '370916446')).toBe(1)
  expect(await subjects('--subject', '375464780')).toBe(0)
  expect(await run('events', '--type', 'publishd')).toMatchObject(misuse('Unknown event type: "publishd".'))
})
