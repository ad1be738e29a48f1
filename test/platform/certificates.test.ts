/** The CA of the user, and the certificates that it signs. */
import { execFile, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, vi } from 'vitest'
import { openAuthority, serverCertificates } from '../../src/platform/certificates.ts'
import { stateFolder } from '../../src/platform/node-path.ts'
import { folderWith } from '../support/folder.ts'
import { listenOn } from '../support/listen.ts'
import { test } from '../support/rule.ts'

const day = 86_400_000
const withoutProxy = { ...process.env, NO_PROXY: '*' }
const strict = spawnSync('python3', ['-c', 'import ssl; ssl.VERIFY_X509_STRICT']).status === 0

test('a CA is made once and kept: its key for the owner alone', async () => {
  const folder = join(folderWith(), 'standin')
  const first = await openAuthority(folder)
  const made = readFileSync(first.file, 'utf8')
  const again = await openAuthority(folder)
  const ca = new X509Certificate(made)

  expect(again.file).toBe(join(folder, 'ca.pem'))
  expect(readFileSync(again.file, 'utf8')).toBe(made)
  expect(statSync(join(folder, 'ca-key.pem')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(made).not.toContain('PRIVATE KEY')
  expect(ca.ca).toBe(true)
  expect(ca.verify(ca.publicKey)).toBe(true)
})

test('two that begin at the same moment use one CA', async ({ folder }) => {
  const all = await Promise.all([1, 2, 3].map(() => openAuthority(folder)))
  const ca = new X509Certificate(readFileSync(join(folder, 'ca.pem')))

  for (const { issue } of all) expect(new X509Certificate((await issue(['a.example'])).cert).checkIssued(ca)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['ca-key.pem', 'ca.pem'])
})

test('a lost ca.pem is written again', async ({ folder }) => {
  const { file } = await openAuthority(folder)
  const before = readFileSync(file, 'utf8')
  rmSync(file)
  await openAuthority(folder)

  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('a certificate holds for its names, for 397 days, and carries the identifiers of both keys', async () => {
  const { file, issue } = await openAuthority(folderWith())
  const { cert, key } = await issue(['localhost', '127.0.0.1', '::1', 'a.example'])
  const made = new X509Certificate(cert)
  const ca = new X509Certificate(readFileSync(file))

  expect(made.verify(ca.publicKey)).toBe(true)
  expect(made.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:a.example')
  expect([made.checkHost('a.example'), made.checkHost('b.example'), made.checkIP('::1')]).toEqual(['a.example', undefined, '::1'])
  expect((made.validToDate.getTime() - made.validFromDate.getTime()) / day).toBeCloseTo(398, 1)
  expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
  // The object identifiers 2.5.29.14 and 2.5.29.35, of the subject's and of the authority's key.
  for (const identifier of ['0603551d0e', '0603551d23']) expect(made.raw.toString('hex')).toContain(identifier)
  expect(cert).toContain(readFileSync(file, 'utf8'))
})

test.skipIf(!strict)('Python verifies it in the strict mode that is the default from 3.13 on', async () => {
  const { file, issue } = await openAuthority(folderWith())
  const pair = await issue(['localhost'])
  const { port } = await listenOn(createServer(pair, (_, res) => void res.end('here')))
  const script = [
    'import ssl, sys, urllib.request',
    'context = ssl.create_default_context(cafile=sys.argv[1])',
    'context.verify_flags |= ssl.VERIFY_X509_STRICT',
    'print(urllib.request.urlopen(sys.argv[2], context=context).read().decode())',
  ].join('\n')
  const address = `https://localhost:${port}`

  expect((await promisify(execFile)('python3', ['-c', script, file, address], { env: withoutProxy })).stdout).toBe('here\n')
})

test('a file without certificate and key is misuse that says what to do', async () => {
  await expect(openAuthority(folderWith({ 'ca-key.pem': 'nothing' }))).rejects.toThrow(
    /ca-key\.pem does not contain a certificate and a key\. Remove it; Standin then creates a new CA\.$/,
  )
})

test('a folder that cannot be written is misuse that names it', async () => {
  const folder = folderWith({ file: '' })

  await expect(openAuthority(join(folder, 'file', 'ca'))).rejects.toThrow(
    /cannot store its CA in .*\. Choose another folder with --ca-folder\.$/,
  )
})

test('an expired CA signs nothing', async ({ folder }) => {
  await openAuthority(folder)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_651 * day })
  onTestFinished(() => void vi.useRealTimers())
  const { issue } = await openAuthority(folder)

  await expect(issue(['a.example'])).rejects.toThrow(/has expired\. Remove the file; Standin then creates a new CA\.$/)
})

test('without TLS nothing is made until a call comes through the proxy', async ({ folder: caFolder }) => {
  const { own, ca, proxied } = await serverCertificates({ caFolder, serveNames: ['B.example'] })

  expect([own, ca, readdirSync(caFolder)]).toEqual([undefined, undefined, []])
  expect(new X509Certificate((await proxied()).cert).checkHost('b.example')).toBe('b.example')
})

test('a certificate of the user is used as it is', async () => {
  const pair = await (await openAuthority(folderWith())).issue(['a.example'])

  expect(await serverCertificates({ tls: pair })).toMatchObject({ own: pair, ca: undefined })
})

test('a certificate that does not belong to the key is misuse', async () => {
  const { issue } = await openAuthority(folderWith())
  const [{ cert }, { key }] = [await issue(['a.example']), await issue(['a.example'])]

  await expect(serverCertificates({ tls: { cert, key } })).rejects.toThrow(/^The TLS certificate and key cannot be used: .*mismatch/)
})

test.each(['', 'a b', 'https://a.example', 'a.example:443', '*', 'a..b'])('%j is refused as a name to serve', async (name) => {
  await expect(serverCertificates({ serveNames: [name] })).rejects.toThrow(`${JSON.stringify(name)} is not a host name or an IP address.`)
})

test.each([
  [{ XDG_STATE_HOME: '/state' }, 'linux', /^\/state\/standin$/],
  [{ XDG_STATE_HOME: 'relative' }, 'linux', /\/\.local\/state\/standin$/],
  [{}, 'linux', /\/\.local\/state\/standin$/],
  [{ LOCALAPPDATA: '/Users/me/AppData/Local' }, 'win32', /^\/Users\/me\/AppData\/Local\/standin$/],
])('the state folder by %j on %s', (env, system, path) => {
  expect(stateFolder(env, system)).toMatch(path)
})
