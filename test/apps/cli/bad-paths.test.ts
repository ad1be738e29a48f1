/** Paths that lead nowhere: the mistake of the user that named them, and never a defect. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { recordCalls } from '../../support/capsule-lines.ts'
import { command, misuse, run } from '../../support/command-line.ts'
import { published } from '../../support/file-transfers.ts'
import { folderWith } from '../../support/folder.ts'
import { expect, test } from '../../support/rule.ts'

const version = ['--app-version', '1.0.0', '--branch', 'main']
const readers: readonly (readonly [does: string, args: (path: string) => string[]])[] = [
  ['replays a capsule', (path) => ['capsule', 'replay', path]],
  ['shows a capsule', (path) => ['capsule', 'show', path]],
  ['loads a snapshot', (path) => ['snapshot', 'load', path]],
  ['begins with a snapshot', (path) => ['start', '--port', '0', '--restore', path]],
  ['verifies pacts', (path) => ['verify', path]],
  ['publishes pacts', (path) => ['publish', path, '--dry-run', ...version]],
  ['checks scenarios', (path) => ['scenario', 'check', path]],
  ['starts with scenarios', (path) => ['start', '--port', '0', '--scenarios', path]],
  ['starts with fixtures', (path) => ['start', '--port', '0', '--fixtures', path]],
  ['keeps worlds', (path) => ['start', '--port', '0', '--data', path]],
  ['compares documents', (path) => ['diff', path]],
]

test.for(readers)('a command that %s calls a circle of links and a name that is too long misuse', async ([, args], { folder }) => {
  symlinkSync(join(folder, 'circle'), join(folder, 'circle'))
  for (const path of ['circle', 'x'.repeat(300)]) {
    const { code, out, err } = await run(args(path), { folder })
    expect([path, code, out]).toEqual([path, 2, ''])
    expect(err).toContain(path)
    expect(err).not.toContain('defect')
  }
})

test.runIf(process.platform === 'linux').each([
  ['data', ['start', '--port', '0', '--data', '/proc/standin']],
  ['a certificate authority', ['start', '--port', '0', '--tls', '--ca-folder', '/proc/standin/ca']],
  ['fixtures', ['fixtures', 'make', '--people', '1', '--organizations', '1', '--output', '/proc/standin/a']],
])('a folder for %s where nobody can make one is refused', async (_, args) => {
  const { code, err } = await run(args, { folder: folderWith() })
  expect([1, 2]).toContain(code)
  expect(err).toMatch(/\/proc\/standin.*ENOENT/)
})

test('a scenario file that cannot be read is named, and not the port', async ({ folder }) => {
  symlinkSync('circle.yaml', join(folder, 'circle.yaml'))
  expect(await run(['start', '--port', '0', '--scenarios', folder])).toMatchObject(misuse('circle.yaml cannot be used: ELOOP'))
})

test('a capsule with a file where its folder of bodies belongs lacks them, and the others of a folder are replayed', async ({ folder }) => {
  const body = new Uint8Array(200_000)
  await recordCalls(folder, 'large.capsule', async (client) => void (await published(client, { content: body })))
  await recordCalls(folder, 'small.capsule', async (client) => void (await client.call('fileTransfer.search')))
  renameSync(join(folder, 'large.capsule.contents'), join(folder, 'elsewhere'))
  writeFileSync(join(folder, 'large.capsule.contents'), '')
  const { code, out, err } = await run(['capsule', 'replay', '.'], { folder })
  expect(err).toMatch(/^standin: The content \w+ is missing\./)
  expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining('small.capsule: 1 call: all replies are the same') })
})

test.runIf(process.platform !== 'win32').each([
  ['an environment', ['states', 'serve', '--environment', '/dev/zero']],
  ['an OpenAPI document', ['diff', '/dev/zero']],
  ['a scenario', ['scenario', 'check', '/dev/zero']],
  ['a snapshot', ['snapshot', 'load', '/dev/zero']],
])('%s is not read from a device', async (_, args) => {
  expect(await run(args)).toMatchObject(misuse('/dev/zero is a device or a pipe. Expected a file.'))
})

test.each([
  ['too deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'resources.json is nested more than 100 levels deep.'],
  ['too long', ' '.repeat(2 ** 26 + 1), 'resources.json has 67108865 bytes. The maximum is 67108864.'],
])('fixtures that are %s are refused', async (_, text, said) => {
  const folder = folderWith({ 'resources.json': text })
  expect(await run(['start', '--port', '0', '--fixtures', folder])).toMatchObject(misuse(said))
})

test.each(['--tls-cert', '--tls-key'])('an empty file for %s is refused: nobody could call such a server', async (flag) => {
  const folder = folderWith({ 'cert.pem': 'a certificate', 'key.pem': 'a key', empty: '\n' })
  const files = { '--tls-cert': 'cert.pem', '--tls-key': 'key.pem', [flag]: 'empty' }
  const { code, err } = await run(['start', '--port', '0', ...Object.entries(files).flat()], { folder })
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(`^standin: ${flag}: .*empty is empty\\.`) })
})

test.runIf(process.platform === 'linux').each([
  [
    'a full disk behind the standard output',
    'openapi --service-only > /dev/full',
    1,
    /^standin: The output cannot be written: ENOSPC.*\n$/,
  ],
  ['a full disk behind the standard error', 'openapi --nothing 2> /dev/full', 2, /^$/],
  ['a working folder that is gone', 'openapi > /dev/null', 2, /^standin: The working folder no longer exists\. .*\n$/],
])('%s is said on one line', async (_, line, code, said) => {
  const folder = folderWith()
  const where = line.includes('null') ? `rmdir "${folder}" && ` : ''
  const child = spawn('sh', ['-c', `${where}"${process.execPath}" "${command}" ${line}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const err = text(child.stderr)
  expect(await once(child, 'close')).toEqual([code, null])
  expect(await err).toMatch(said)
})
