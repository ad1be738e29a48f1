/** A capsule is text, never code: what clients sent, and what somebody wrote into the file by hand. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type AnyLine, linesOf, recordCalls, recordSmall, writeLines } from '../support/capsule-lines.ts'
import { folderWith, run, startProcess } from '../support/command-line.ts'
import { published, recipient, request, sender } from '../support/file-transfers.ts'
import { markName } from '../support/hostile-strings.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'

const pathOf = (place: string) => fileURLToPath(new URL(place, import.meta.url))

async function freshServer(): Promise<string> {
  const { line } = startProcess(['--json'])
  return JSON.parse(await line()).url
}

/** What a program says, wherever it ends. */
const ran = (file: string, args: readonly string[], folder: string, url: string) => {
  const { VITEST: _, ...own } = process.env
  return promisify(execFile)(file, args, { cwd: folder, env: { ...own, STANDIN_URL: url, CI: '' } })
}
const marksIn = (folder: string) => readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(markName))

test('names that a client chose do nothing in a script, nor in a test for Vitest', { timeout: 120_000 }, async () => {
  const folder = folderWith()
  symlinkSync(pathOf('../../node_modules'), join(folder, 'node_modules'), 'dir')
  const names = [
    `a;touch ${markName}`,
    `$(touch ${markName})`,
    `k'+require("fs").writeFileSync("${markName}","")+'`,
    `x/;e touch ${markName};#`,
    'PATH',
    'IFS',
    'class',
    '__proto__',
    'expression',
    'reply',
    'tokenOf',
    'read',
  ]
  await recordCalls(folder, 'm.capsule', async (client) => {
    for (const [nth, name] of names.entries()) {
      const propertyList = Object.fromEntries([[name, String(777 + nth)]])
      const body = { ...request, propertyList, recipients: [`0192:${recipient.orgNo}`] }
      const reply = await client.call('fileTransfer.initialize', { as: sender, body })
      await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: reply.body.fileTransferId } })
      await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: String(777 + nth) } })
    }
  })
  expect(await run(['capsule', 'to-test', 'm.capsule'], { folder })).toMatchObject({ code: 0, err: '' })

  const url = await freshServer()
  expect((await ran('sh', ['m.sh'], folder, url)).stdout).toBe('m: each call was answered as in the capsule.\n')
  const vitest = [pathOf('../../node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
  expect((await ran(process.execPath, vitest, folder, url)).stdout).toContain('1 passed')
  expect(marksIn(folder)).toEqual([])
})

test('a body that begins with @ is sent as it is, and names no file', { timeout: 120_000 }, async () => {
  const folder = folderWith({ secret: 'a secret' })
  await recordCalls(folder, 'at.capsule', async (client) => {
    for (const content of ['@secret', '<secret', '@-']) {
      const fileTransferId = await published(client, { content })
      await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
    }
  })
  expect(await run(['capsule', 'to-test', 'at.capsule'], { folder })).toMatchObject({ code: 0, err: '' })

  // The script compares the hashes of what it downloads.
  expect((await ran('sh', ['at.sh'], folder, await freshServer())).stdout).toBe('at: each call was answered as in the capsule.\n')
})

test('a script makes a call of HEAD, one with a long body that names an id, and calls in worlds with long names', {
  timeout: 120_000,
}, async () => {
  const folder = folderWith()
  symlinkSync(pathOf('../../node_modules'), join(folder, 'node_modules'), 'dir')
  await recordCalls(folder, 'odd.capsule', async (client, url) => {
    await fetch(`${url}/future/orders`, { method: 'HEAD' })
    const { body } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
    const emailSettings = { subject: 'a', body: `${body.notificationOrderId}${'x'.repeat(150_000)}` }
    const recipientEmail = { emailAddress: 'someone@example.org', emailSettings }
    await client.call('notifications.createOrder', { as: ttd, body: orderTo({ recipientEmail }) })
    for (const last of 'ab') await fetch(`${url}/worlds/${'w'.repeat(62)}${last}/broker/api/v1/filetransfer`)
  })
  const { code, err, out } = await run(['capsule', 'to-test', 'odd.capsule'], { folder })
  expect([code, err, out]).toEqual([0, '', expect.not.stringContaining('Not compared')])

  const url = await freshServer()
  expect((await ran('sh', ['odd.sh'], folder, url)).stdout).toBe('odd: each call was answered as in the capsule.\n')
  const vitest = [pathOf('../../node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
  expect((await ran(process.execPath, vitest, folder, url)).stdout).toContain('1 passed')
  expect(await run(['capsule', 'replay', 'odd.capsule', '--against', url], { folder })).toMatchObject({
    code: 0,
    out: expect.stringContaining('5 of 5 calls were answered the same'),
  })
})

test('calls that no client of a program can make are left out, and said to be', async () => {
  const folder = folderWith()
  const file = await recordSmall(folder)
  const calls = linesOf(file)
  const first = calls.findIndex(({ event }) => event === 'call')
  const odd: readonly (readonly [AnyLine, string])[] = [
    [{ method: 'CONNECT' }, 'a client of a program does not send CONNECT'],
    [{ method: 'TRACE' }, 'a client of a program does not send TRACE'],
    [{ url: '/future/../../etc/passwd' }, 'clients take . and .. out of an address'],
    [{ url: '/future/%2e%2E/orders' }, 'clients take . and .. out of an address'],
    [{ more: { 'x-odd': '\u6f22' } }, 'its header x-odd has characters that no header holds'],
  ]
  for (const [change, why] of odd) {
    writeLines(join(folder, 'odd.capsule'), calls.with(first, { ...calls[first], ...change }))
    const { code, out } = await run(['capsule', 'to-test', 'odd.capsule', '--force'], { folder })
    expect([change, code, out]).toEqual([change, 0, expect.stringContaining(`Left out: call 1 (${why}).`)])
    expect(readFileSync(join(folder, 'odd.sh'), 'utf8')).not.toMatch(/'CONNECT'|'TRACE'|\.\.\/|%2e|x-odd/i)
  }
})

test('a body behind a link beside a capsule is not read', async () => {
  const folder = folderWith()
  const body = new Uint8Array(200_000).map((_, at) => at * 7)
  const file = await recordCalls(folder, 'large.capsule', async (client) => void (await published(client, { content: body })))
  const contents = `${file}.contents`
  const [name = ''] = readdirSync(contents)
  const replay = () => run(['capsule', 'replay', 'large.capsule'], { folder })
  expect(await replay()).toMatchObject({ code: 0 })

  renameSync(join(contents, name), join(folder, 'aside'))
  symlinkSync(join(folder, 'aside'), join(contents, name))
  const missing = { code: 2, err: expect.stringContaining(`The bytes ${name} are missing.`) }
  expect(await replay()).toMatchObject(missing)

  renameSync(join(folder, 'aside'), join(contents, name))
  renameSync(contents, join(folder, 'aside'))
  symlinkSync(join(folder, 'aside'), contents)
  expect(await replay()).toMatchObject(missing)
})

test('a body beside a capsule that was changed since is refused', async () => {
  const folder = folderWith()
  const body = new Uint8Array(200_000).map((_, at) => at * 7)
  const file = await recordCalls(folder, 'large.capsule', async (client) => void (await published(client, { content: body })))
  const [name = ''] = readdirSync(`${file}.contents`)
  writeFileSync(join(`${file}.contents`, name), body.with(100, 0))
  const changed = { code: 2, err: expect.stringContaining(`The bytes ${name} of the capsule were changed`) }
  for (const command of ['replay', 'to-test'])
    expect([command, await run(['capsule', command, 'large.capsule'], { folder })]).toEqual([command, expect.objectContaining(changed)])
})

test('a capsule is shortened over no file without --force, and through no link', async () => {
  const folder = folderWith({ 'small.small.capsule': 'mine', mine: 'mine' })
  await recordSmall(folder)
  const shrink = (...more: string[]) => run(['capsule', 'shrink', 'small.capsule', ...more], { folder })
  expect(await shrink()).toMatchObject({ code: 1, err: expect.stringContaining('exists already. Nothing was written.') })
  expect(readFileSync(join(folder, 'small.small.capsule'), 'utf8')).toBe('mine')
  expect((await shrink('--force')).code).toBe(0)

  symlinkSync(join(folder, 'mine'), join(folder, 'link'))
  expect(await shrink('--output', 'link', '--force')).toMatchObject({ code: 2, err: expect.stringContaining('link is a symbolic link.') })
  expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('mine')
})
