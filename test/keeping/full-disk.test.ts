/** A folder on a disk that has no room. */
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { keptContent } from '../../src/keeping/content/kept-content.ts'
import { startProcess } from '../support/command-line.ts'
import { temporary } from '../support/kept-folder.ts'
import { canMount, smallDisk } from '../support/small-disk.ts'

/** A server in a process of its own, and what it answers to an order. */
async function served(folder: string) {
  const { child, line } = startProcess(['--json', '--clock', 'frozen', '--data', join(folder, 'data')])
  const said = text(child.stderr)
  const { url } = JSON.parse(await line())
  const scope = 'altinn:serviceowner/notifications.create'
  const token = () => fetch(`${url}/api/GetEnterpriseToken?env=tt02&org=ttd&orgNo=991825827&scopes=${scope}`)
  async function kill(): Promise<string> {
    child.kill('SIGKILL')
    await once(child, 'exit')
    return said
  }
  return { url, token, kill }
}

async function order(url: string, token: string, name: string) {
  const recipientEmail = { emailAddress: 'full@example.org', emailSettings: { subject: 'Full', body: 'x'.repeat(9_000) } }
  const reply = await fetch(`${url}/notifications/api/v1/future/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ idempotencyId: name, recipient: { recipientEmail } }),
  })
  return { status: reply.status, body: await reply.json() }
}

test.skipIf(!canMount())(
  'without room every call is answered 507, what was answered is there after a kill, and with room all goes on',
  async () => {
    const disk = await smallDisk(2_000_000)
    const first = await served(disk.folder)
    const token = await (await first.token()).text()
    expect((await order(first.url, token, 'kept')).status).toBe(201)
    disk.fill()
    const refused = await order(first.url, token, 'refused')
    expect([refused.status, refused.body.detail]).toEqual([
      507,
      expect.stringMatching(/^The folder .* does not take what changes: ENOSPC: /),
    ])
    // It is there in memory, and must not be answered as if it were kept.
    expect((await order(first.url, token, 'refused')).status).toBe(507)
    const said = await first.kill()
    expect(said.match(/ENOSPC/g)).toHaveLength(1)
    expect(said).toContain('Every call is answered 507 until it does.')

    const second = await served(disk.folder)
    disk.empty()
    expect((await order(second.url, token, 'kept')).status).toBe(200)
    expect((await order(second.url, token, 'refused')).status).toBe(201)
    disk.fill()
    expect((await order(second.url, token, 'late')).status).toBe(507)
    disk.empty()
    expect((await order(second.url, token, 'late')).status).toBe(200)
    expect(await second.kill()).toMatch(/It has everything\.\n$/)

    const third = await served(disk.folder)
    for (const name of ['kept', 'refused', 'late']) expect((await order(third.url, token, name)).status).toBe(200)
    expect(await third.kill()).toBe('')
    expect(readdirSync(join(disk.folder, 'data'))).not.toContain('log-000001.torn')
  },
)

test('content that was never complete gives its room back at once, although nothing can be committed', async () => {
  const folder = temporary()
  const content = keptContent({
    folder,
    synced: false,
    keepsOthers: false,
    ownerOf: () => undefined,
    removeLater: () => {},
    tell: () => {},
  })
  const writer = content.open(1).create()
  await writer.write(new Uint8Array(2_000_000))
  expect(readdirSync(join(folder, '1'))).toHaveLength(1)
  await writer.discard()
  await expect.poll(() => existsSync(join(folder, '1')) && readdirSync(join(folder, '1'))).toEqual([])
})
