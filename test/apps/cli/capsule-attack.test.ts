/** A capsule is text, never code: what clients sent, and what somebody wrote into the file by hand. */
import { readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AnyLine, linesOf, recordCalls, recordSmall, writeLines } from '../../support/capsule-lines.ts'
import { freshServer, run } from '../../support/command-line.ts'
import { published } from '../../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { expect, test } from '../../support/rule.ts'

test('another server gets a call of HEAD, one with a long body that names an id, and calls in worlds with long names', async ({
  folder,
}) => {
  await recordCalls(folder, 'odd.capsule', async (client, url) => {
    await fetch(`${url}/future/orders`, { method: 'HEAD' })
    const { body } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
    const emailSettings = { subject: 'a', body: `${body.notificationOrderId}${'x'.repeat(150_000)}` }
    const recipientEmail = { emailAddress: 'someone@example.org', emailSettings }
    await client.call('notifications.createOrder', { as: ttd, body: orderTo({ recipientEmail }) })
    for (const last of 'ab') await fetch(`${url}/worlds/${'w'.repeat(62)}${last}/broker/api/v1/filetransfer`)
  })
  const url = await freshServer()
  expect(await run(['capsule', 'replay', 'odd.capsule', '--against', url], { folder })).toMatchObject({
    code: 0,
    out: expect.stringContaining('5 of 5 calls got the same reply'),
  })
})

test('calls that no client of a program can make are left out, and said to be', async ({ folder }) => {
  const file = await recordSmall(folder)
  const calls = linesOf(file)
  const url = await freshServer()
  const first = calls.findIndex(({ event }) => event === 'call')
  const odd: readonly (readonly [AnyLine, string])[] = [
    [{ method: 'CONNECT' }, 'HTTP clients do not send CONNECT'],
    [{ method: 'TRACE' }, 'HTTP clients do not send TRACE'],
    [{ url: '/future/../../etc/passwd' }, 'HTTP clients resolve . and .. in a URL'],
    [{ url: '/future/%2e%2E/orders' }, 'HTTP clients resolve . and .. in a URL'],
    [{ more: { 'x-odd': '\u6f22' } }, 'its header x-odd contains characters that are not allowed in headers'],
  ]
  for (const [change, why] of odd) {
    writeLines(join(folder, 'odd.capsule'), calls.with(first, { ...calls[first], ...change }))
    const { out } = await run(['capsule', 'replay', 'odd.capsule', '--against', url], { folder })
    expect([change, out]).toEqual([change, expect.stringContaining(`Left out: 1 call, because ${why}.`)])
  }
})

test('a body behind a link beside a capsule is not read', async ({ folder }) => {
  const body = new Uint8Array(200_000).map((_, at) => at * 7)
  const file = await recordCalls(folder, 'large.capsule', async (client) => void (await published(client, { content: body })))
  const contents = `${file}.contents`
  const [name = ''] = readdirSync(contents)
  const replay = () => run(['capsule', 'replay', 'large.capsule'], { folder })
  expect(await replay()).toMatchObject({ code: 0 })

  renameSync(join(contents, name), join(folder, 'aside'))
  symlinkSync(join(folder, 'aside'), join(contents, name))
  const missing = { code: 2, err: expect.stringContaining(`The content ${name} is missing.`) }
  expect(await replay()).toMatchObject(missing)

  renameSync(join(folder, 'aside'), join(contents, name))
  renameSync(contents, join(folder, 'aside'))
  symlinkSync(join(folder, 'aside'), contents)
  expect(await replay()).toMatchObject(missing)
})

test('a body beside a capsule that was changed since is refused', async ({ folder }) => {
  const body = new Uint8Array(200_000).map((_, at) => at * 7)
  const file = await recordCalls(folder, 'large.capsule', async (client) => void (await published(client, { content: body })))
  const [name = ''] = readdirSync(`${file}.contents`)
  writeFileSync(join(`${file}.contents`, name), body.with(100, 0))
  const changed = { code: 2, err: expect.stringContaining(`The capsule's content ${name} was changed`) }
  expect(await run(['capsule', 'replay', 'large.capsule'], { folder })).toMatchObject(changed)
})
