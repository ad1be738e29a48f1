/** `standin ca`, and commands that reach a server with TLS. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { startSimulator } from '../../../src/index.ts'
import { failure, run } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'
import { test } from '../../support/rule.ts'

test('it makes the CA in the state folder, and prints its file', async ({ folder: state }) => {
  const env = { XDG_STATE_HOME: state }
  const first = await run(['ca'], { env })
  const again = await run(['ca', '--json'], { env })
  const file = join(state, 'standin', 'ca.pem')

  expect(first).toEqual({ code: 0, out: `${file}\n`, err: '' })
  expect(JSON.parse(again.out)).toEqual({ file })
  expect(new X509Certificate(readFileSync(file)).ca).toBe(true)
})

test('--ca-folder names another folder', async ({ folder }) => {
  expect((await run(['ca', '--ca-folder', 'mine'], { folder })).out).toBe(`${join(folder, 'mine', 'ca.pem')}\n`)
})

test('a command reaches a server whose CA is that of the user', async () => {
  vi.stubEnv('XDG_STATE_HOME', folderWith())
  onTestFinished(() => void vi.unstubAllEnvs())
  const { url, ca, close } = await startSimulator({ port: 0, tls: true })
  onTestFinished(close)

  expect(dirname(ca ?? '')).toBe(join(process.env.XDG_STATE_HOME ?? '', 'standin'))
  expect(await run(['wait', '--url', url])).toMatchObject({ code: 0, err: '' })
})

test('a certificate that is not trusted is a failure that says how to trust it', async () => {
  const { url, close } = await startSimulator({ port: 0, tls: true, caFolder: folderWith() })
  onTestFinished(close)
  expect(await run(['state', '--url', url])).toMatchObject(
    failure(/The certificate of .* is not trusted \(.*\)\. Set NODE_EXTRA_CA_CERTS to its CA file\.\n$/),
  )
})
