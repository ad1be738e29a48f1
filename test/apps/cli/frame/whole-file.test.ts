/** Files that options name: no device is read, and nothing is written through a link or over a file of another kind. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failure, misuse, run, serverForFile } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'

const { url } = await serverForFile()
const start = ['start', '--port', '0']

test.each([
  [['--tls-key', '/dev/zero', '--tls-cert', 'cert.pem'], '--tls-key: /dev/zero is a device or a pipe. Expected a file.'],
  [['--tls-key', 'cert.pem', '--tls-cert', '/dev/null'], '--tls-cert: /dev/null is a device or a pipe. Expected a file.'],
  [['--signing-key', '/dev/zero'], '--signing-key: /dev/zero is a device or a pipe. Expected a file.'],
  [['--signing-key', '.'], 'is a folder. Expected a file.'],
  [['--trust-issuer', 'https://issuer.example=/dev/zero'], '--trust-issuer: /dev/zero is a device or a pipe. Expected a file.'],
  [['--fixtures', '/dev/zero'], '/dev/zero'],
  [['--scenarios', '/dev/zero'], '/dev/zero is a device or a pipe. Expected a file.'],
  [['--restore', '/dev/zero'], '/dev/zero is a device or a pipe. Expected a file.'],
])('a server does not start on %j', async (args, said) => {
  const folder = folderWith({ 'cert.pem': 'x' })

  expect(await run([...start, ...args], { folder })).toMatchObject(misuse(said))
})

test.each([
  ['openapi', '--output'],
  ['journal', 'export', '--url', url, '--output'],
])('a link is not followed: %s %s', async (...args) => {
  const folder = folderWith({ mine: 'mine' })
  for (const [name, to] of [
    ['link', 'mine'],
    ['dangling', 'made'],
  ] as const) {
    symlinkSync(join(folder, to), join(folder, name))
    const refused = { code: 2, err: expect.stringContaining(`${name} is a symbolic link. Nothing was written.`) }
    expect(await run([...args, name], { folder })).toMatchObject(refused)
  }

  expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('mine')
  expect(() => readFileSync(join(folder, 'made'))).toThrow('ENOENT')
  expect((await run([...args, '/dev/null'], { folder })).code).toBe(0)
  expect((await run([...args, 'mine'], { folder })).code).toBe(0)
  expect(readFileSync(join(folder, 'mine'), 'utf8')).toMatch(/^\{/)
})

test('a capsule is recorded over no file of another kind, and through no link', async () => {
  const folder = folderWith({ mine: 'mine', small: '{"event":"capsule"' })
  symlinkSync(join(folder, 'mine'), join(folder, 'link'))
  symlinkSync(folder, join(folder, 'small.contents'))
  const record = (name: string) => run([...start, '--record', name], { folder })

  expect(await record('mine')).toMatchObject(failure('mine exists and is not a capsule.'))
  expect(await record('link')).toMatchObject(misuse('link is a symbolic link.'))
  expect(await record('small')).toMatchObject(misuse('small.contents is a symbolic link.'))
  const save = await run(['capsule', 'save', 'mine', '--url', url], { folder })
  expect(save).toMatchObject(failure('mine exists and is not a capsule.'))
  expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('mine')
})

test('a pact is recorded through no link', async () => {
  const folder = folderWith({ mine: 'mine' })
  mkdirSync(join(folder, 'pacts'))
  symlinkSync(join(folder, 'mine'), join(folder, 'pacts', 'app-notification-and-file-transfer-service.json'))

  expect(await run([...start, '--record-pact', 'app'], { folder })).toMatchObject(
    misuse('transfer-service.json is a symbolic link. Nothing was written.'),
  )
})
