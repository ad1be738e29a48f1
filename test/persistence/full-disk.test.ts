/** A folder on a disk that has no room. */
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { contentFolder } from '../../src/persistence/content/content-folder.ts'
import { startProcess } from '../support/command-line.ts'
import { refusal } from '../support/control.ts'
import { expect, test } from '../support/rule.ts'
import { canMount, type SmallDisk, smallDisk } from '../support/small-disk.ts'

/** A server in a process of its own, and what it answers to an order. */
async function served({ folder, runner }: SmallDisk) {
  const { child, line } = startProcess(['--json', '--clock', 'frozen', '--data', join(folder, 'data')], undefined, '0', {}, runner)
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

/** Places orders until one is refused: the log of SQLite has some room of its own. Returns that one, and the names of the others. */
async function ordersUntilFull(url: string, token: string, prefix: string) {
  const taken: string[] = []
  for (let nth = 0; nth < 500; nth++) {
    const name = `${prefix}-${nth}`
    const { status, body } = await order(url, token, name)
    if (status === 507) return { taken, name, body }
    expect(status).toBe(201)
    taken.push(name)
  }
  throw new Error('Every order was taken.')
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
    const first = await served(disk)
    const token = await (await first.token()).text()
    expect((await order(first.url, token, 'kept')).status).toBe(201)
    disk.fill()
    const first507 = await ordersUntilFull(first.url, token, 'first')
    expect(first507.body.detail).toMatch(/^The folder .* cannot store changes: database or disk is full/)
    // It is there in memory, and must not be answered as if it were kept.
    expect((await order(first.url, token, first507.name)).status).toBe(507)
    const said = await first.kill()
    expect(said.match(/disk is full/g)).toHaveLength(1)
    expect(said).toContain('Every call gets a 507 until it can.')

    const second = await served(disk)
    disk.empty()
    expect((await order(second.url, token, 'kept')).status).toBe(200)
    for (const name of first507.taken) expect((await order(second.url, token, name)).status).toBe(200)
    expect((await order(second.url, token, first507.name)).status).toBe(201)
    disk.fill()
    const second507 = await ordersUntilFull(second.url, token, 'second')
    const [health, ready, released] = await Promise.all(
      ['GET health', 'GET ready', 'POST worlds/default/release'].map(async (row) => {
        const [method = '', path] = row.split(' ')
        const reply = await fetch(`${second.url}/_standin/${path}`, { method })
        return { status: reply.status, body: await reply.json() }
      }),
    )
    expect(health).toMatchObject({ status: 200, body: { status: 'ok', fault: expect.stringContaining('full') } })
    expect(ready).toMatchObject(refusal(503, 'full'))
    expect(released).toMatchObject({ status: 507 })
    disk.empty()
    // Where a load balancer sends calls to a server that is ready alone, no other call comes.
    await expect.poll(async () => (await fetch(`${second.url}/_standin/ready`)).status).toBe(200)
    expect((await order(second.url, token, second507.name)).status).toBe(200)
    expect(await second.kill()).toMatch(/No changes were lost\.\n$/)

    const third = await served(disk)
    const all = ['kept', ...first507.taken, first507.name, ...second507.taken, second507.name]
    for (const name of all) expect((await order(third.url, token, name)).status).toBe(200)
    expect(await third.kill()).toBe('')
  },
)

test('content that was never complete gives its room back at once, although nothing can be committed', async ({ folder }) => {
  const content = contentFolder({
    folder,
    synced: false,
    keepsOthers: false,
    ownerOf: () => undefined,
    whenStored: () => {},
    tell: () => {},
  })
  const writer = content.open(1).create()
  await writer.write(new Uint8Array(2_000_000))
  expect(readdirSync(join(folder, '1'))).toHaveLength(1)
  await writer.discard()
  await expect.poll(() => existsSync(join(folder, '1')) && readdirSync(join(folder, '1'))).toEqual([])
})
