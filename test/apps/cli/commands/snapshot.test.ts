/** `standin snapshot`, and `standin start --restore`. */

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createControlClient } from '../../../../src/control/client.ts'
import { fileTransfers } from '../../../../src/service/areas/file-transfer/records/file-transfers.ts'
import { failure, misuse, run as runAlone, serverForFile, startProcess } from '../../../support/command-line.ts'
import { published } from '../../../support/file-transfers.ts'
import { folderWith } from '../../../support/folder.ts'
import { otherServer } from '../../../support/listen.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'

const { inNewWorld, simulator } = await serverForFile()

const large = new Uint8Array(200_000).map((_, at) => at * 7)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const hash = sha256(large)

/** A world with an order and a large file, saved as state.json. */
async function saved(...options: string[]) {
  const here = inNewWorld()
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const id = await published(here.client, { content: large })
  const folder = folderWith()
  const said = await here.runIn({ folder }, 'snapshot', 'save', 'state.json', ...options)
  const file = join(folder, 'state.json')
  return { ...here, id, folder, file, content: join(folder, 'state.json.contents', hash), said }
}

/** A world of another server, which has no content in common. */
async function elsewhere(maxSpool = 300_000) {
  const { startSimulator } = await import('../../../../src/index.ts')
  const other = await startSimulator({ port: 0, clock: 'frozen', maxSpool })
  return { ...other, [Symbol.asyncDispose]: other.close }
}

test('a world is saved with its large files beside it, and loaded under another name', async () => {
  const { said, folder, file, content, world, runIn, id } = await saved()
  const bytes = readFileSync(file).length
  expect(said).toEqual({
    code: 0,
    out: `${file}: world ${world}, ${bytes} bytes, and 1 files of 200000 bytes in ${file}.contents.\n`,
    err: '',
  })
  expect(readdirSync(folder)).toEqual(['state.json', 'state.json.contents'])
  expect(sha256(readFileSync(content))).toBe(hash)

  // The last --world counts for what follows.
  const other = inNewWorld()
  expect(await other.runIn({ folder }, 'snapshot', 'load', 'state.json')).toEqual({
    code: 0,
    out: `World ${other.world} was restored from ${file}.\n`,
    err: '',
  })
  expect(other.knobs.state().environments.test).toMatchObject({ orders: { total: 1 }, fileTransfers: { total: 1 } })
  expect(other.knobs.world.environments.test.of(fileTransfers).get(id)?.content?.size).toBe(200_000)
  expect((await runIn({ folder }, 'snapshot', 'save', 'state.json', '--json')).out).toBe(
    `${JSON.stringify({ world, file, bytes, contents: { folder: `${file}.contents`, files: 1, bytes: 200_000 } })}\n`,
  )
})

test('the files go to a server that does not have them, and the settings that differ are named', async () => {
  const { folder, file, id } = await saved()
  await using other = await elsewhere(500_000)
  const loaded = await runAlone(['snapshot', 'load', 'state.json', '--url', other.url], { folder })

  expect(loaded).toEqual({ code: 0, out: `World default was restored from ${file}.\n`, err: '' })
  expect(other.simulator.world.environments.test.of(fileTransfers).get(id)?.content?.size).toBe(200_000)
  expect(other.simulator.state().content).toEqual({ files: 1, bytes: 200_000 })
})

test('saving again replaces the document and removes files that it no longer names', async () => {
  const { runIn, run, folder, content, file, id } = await saved()
  await run('files', 'expire', id)
  expect((await runIn({ folder }, 'snapshot', 'save', 'state.json')).out).toMatch(/: world \S+, \d+ bytes\.\n$/)
  expect(existsSync(content)).toBe(false)
  expect(readdirSync(folder)).toEqual(['state.json'])
  expect(JSON.parse(readFileSync(file, 'utf8')).contents).toEqual([])
})

test('with --inline and --journal, everything lies in one file', async () => {
  const { folder, file } = await saved('--inline', '200000', '--journal')

  expect(readdirSync(folder)).toEqual(['state.json'])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ contents: [{ size: 200_000 }], journal: { calls: { dropped: 0 } } })
})

test('a save replaces no file of another kind', async () => {
  const { runIn } = inNewWorld()
  const folder = folderWith({ 'package.json': '{"name":"mine"}' })
  mkdirSync(join(folder, 'sub'))

  expect(await runIn({ folder }, 'snapshot', 'save', 'package.json')).toEqual({
    code: 1,
    out: '',
    err: `standin: ${join(folder, 'package.json')} exists and is not a snapshot. Choose another name.\n`,
  })
  expect((await runIn({ folder }, 'snapshot', 'save', 'sub')).err).toBe(
    `standin: ${join(folder, 'sub')} is not a file. Choose another name.\n`,
  )
  expect((await runIn({ folder }, 'snapshot', 'save', 'none/state.json')).err).toMatch(/The snapshot was not saved to .*: ENOENT/)
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('{"name":"mine"}')
})

test('a save writes through no link', async () => {
  const { file, folder, content, runIn } = await saved()
  const aside = join(folder, 'aside')
  renameSync(`${file}.contents`, aside)
  symlinkSync(aside, `${file}.contents`)
  rmSync(join(aside, hash))
  const save = () => runIn({ folder }, 'snapshot', 'save', 'state.json')
  expect(await save()).toMatchObject(misuse('state.json.contents is a symbolic link.'))
  expect(readdirSync(aside)).toEqual([])

  rmSync(`${file}.contents`)
  mkdirSync(`${file}.contents`)
  writeFileSync(join(aside, 'mine'), 'mine')
  symlinkSync(join(aside, 'mine'), content)
  expect((await save()).code).toBe(0)
  expect(readFileSync(join(aside, 'mine'), 'utf8')).toBe('mine')
  expect(sha256(readFileSync(content))).toBe(hash)
})

test('a file that does not arrive whole leaves the snapshot of before', async () => {
  const document = {
    format: 'standin-snapshot',
    version: 1,
    contents: [{ id: 'a'.repeat(32), size: 4, sha256: sha256(Buffer.from('abcd')) }],
  }
  const url = await otherServer((req, res) => {
    if (!req.url?.includes('/contents/')) return void res.end(JSON.stringify(document))
    res.writeHead(200, { 'content-length': 4 }).write('ab')
    setImmediate(() => res.destroy())
  })
  const before = '{"format":"standin-snapshot","before":true}'
  const folder = folderWith({ 'state.json': before })
  const broken = await runAlone(['snapshot', 'save', 'state.json', '--url', url], { folder })

  expect(broken).toMatchObject(failure(/^standin: The snapshot was not saved to \S+: .+\.\n$/))
  expect(readFileSync(join(folder, 'state.json'), 'utf8')).toBe(before)
  expect(readdirSync(folder)).toEqual(['state.json'])
})

test('a file whose bytes are not those of its name is not stored', async () => {
  const document = {
    format: 'standin-snapshot',
    version: 1,
    contents: [{ id: 'a'.repeat(32), size: 4, sha256: sha256(Buffer.from('abcd')) }],
  }
  const url = await otherServer((req, res) => void res.end(req.url?.includes('/contents/') ? 'abcX' : JSON.stringify(document)))
  const folder = folderWith()
  const broken = await runAlone(['snapshot', 'save', 'state.json', '--url', url], { folder })

  expect(broken).toMatchObject(failure(/The content received for \S+ does not match its hash\./))
  expect(readdirSync(folder)).toEqual([])
})

type Spoil = (state: { readonly file: string; readonly content: string; readonly document: { version: number; surprise?: number } }) => void
const write = (file: string, document: unknown) => writeFileSync(file, JSON.stringify(document))

const spoilt: readonly [sentence: string, spoil: Spoil, message: RegExp][] = [
  ['a file that is missing', ({ file }) => rmSync(file), /^File not found: \S+state\.json\.$/],
  ['no JSON', ({ file }) => writeFileSync(file, 'format: yaml'), /^\S+state\.json is not a complete snapshot: Unexpected token/],
  [
    'a torn file',
    ({ file }) => writeFileSync(file, readFileSync(file).subarray(0, 2000)),
    /^\S+state\.json is not a complete snapshot: (Unterminated|Expected|Unexpected end)/,
  ],
  ['an empty file', ({ file }) => writeFileSync(file, ''), /^\S+state\.json is not a complete snapshot: Unexpected end of JSON input\.$/],
  [
    'another document',
    ({ file }) => write(file, { openapi: '3.1.0' }),
    /^\S+state\.json is not a Standin snapshot: its "format" is not "standin-snapshot"\.$/,
  ],
  ['null', ({ file }) => write(file, null), /^\S+state\.json is not a Standin snapshot/],
  [
    'a document that is nested deep',
    ({ file }) => writeFileSync(file, `{"format":"standin-snapshot","a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
    /^\S+state\.json is nested more than 100 levels deep\.$/,
  ],
  [
    'a document of more than a snapshot has',
    ({ file }) => truncateSync(file, 2 ** 28 + 1),
    /^\S+state\.json has 268435457 bytes\. The maximum is 268435456\.$/,
  ],
  [
    'a document of many values',
    ({ file }) => writeFileSync(file, `{"format":"standin-snapshot","a":[${'{},'.repeat(12_000_000)}{}]}`),
    /^\S+state\.json contains more than 11184810 values\.$/,
  ],
  [
    'a large file that is a link',
    ({ content }) => {
      renameSync(content, `${content}.aside`)
      symlinkSync(`${content}.aside`, content)
    },
    /^File not found: \S+[0-9a-f]{64}\. The snapshot \S+state\.json needs it\.$/,
  ],
  [
    'a folder of large files that is a link',
    ({ file }) => {
      renameSync(`${file}.contents`, `${file}.aside`)
      symlinkSync(`${file}.aside`, `${file}.contents`)
    },
    /^\S+state\.json\.contents is a symbolic link\. A snapshot's files must be in a real folder next to it\.$/,
  ],
  [
    'another version',
    ({ file, document }) => write(file, { ...document, version: 4 }),
    /^\S+state\.json: This snapshot has version 4\. This Standin reads versions 1 to 3\. Take the snapshot again with this version\.$/,
  ],
  [
    'a part that is wrong',
    ({ file, document }) => write(file, { ...document, surprise: 1 }),
    /^\S+state\.json: snapshot: unknown member "surprise"\./,
  ],
  [
    'a large file that is missing',
    ({ content }) => rmSync(content),
    /^File not found: \S+[0-9a-f]{64}\. The snapshot \S+state\.json needs it\.$/,
  ],
  [
    'a large file that was cut off',
    ({ content }) => writeFileSync(content, 'short'),
    /^\S+[0-9a-f]{64} has 5 bytes, but the snapshot \S+state\.json specifies 200000\.$/,
  ],
  [
    'a large file that was changed',
    ({ content }) => writeFileSync(content, new Uint8Array(200_000)),
    /^\S+[0-9a-f]{64}: These bytes have the SHA-256 [0-9a-f]{64}, but [0-9a-f]{64} was expected\.$/,
  ],
]

test.each(spoilt)('%s is refused by load and by start, by its name, and no world changes', async (_, spoil, message) => {
  const { file, content, folder } = await saved()
  await using other = await elsewhere()
  await other.simulator.client().call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const { world } = other.simulator
  spoil({ file, content, document: JSON.parse(readFileSync(file, 'utf8')) })

  const loaded = await runAlone(['snapshot', 'load', 'state.json', '--url', other.url], { folder })
  const started = await runAlone(['start', '--port', '0', '--restore', 'state.json'], { folder })

  expect(loaded).toEqual({ code: 2, out: '', err: expect.stringMatching(/^standin: .*\n$/) })
  expect(loaded.err.slice('standin: '.length, -1)).toMatch(message)
  expect(started).toEqual({ ...loaded })
  expect(other.simulator.world).toBe(world)
})

test('a content of the document is no path', async () => {
  const { file, folder } = await saved()
  const document = JSON.parse(readFileSync(file, 'utf8'))
  document.contents[0].sha256 = '../../../etc/passwd'
  write(file, document)
  await using other = await elsewhere()

  expect((await runAlone(['snapshot', 'load', 'state.json', '--url', other.url], { folder })).err).toMatch(
    /state\.json: snapshot\.contents\[0\]\.sha256: "\.\.\/\.\.\/\.\.\/etc\/passwd" is not a SHA-256/,
  )
})

test('a server that refuses a large file before it has read it is heard', async () => {
  const { folder, content } = await saved()
  const bytes = new Uint8Array(30_000_000)
  const digest = sha256(bytes)
  writeFileSync(join(folder, 'state.json.contents', digest), bytes)
  rmSync(content)
  const document = { format: 'standin-snapshot', version: 1, contents: [{ id: 'a'.repeat(32), size: bytes.length, sha256: digest }] }
  write(join(folder, 'state.json'), document)
  const url = await otherServer((req, res) => {
    const isContent = req.url?.includes('/contents/')
    if (!isContent) req.resume()
    const [status, body] = isContent ? [403, { detail: 'Not here.' }] : [409, { detail: 'Missing.', choices: [digest] }]
    res.writeHead(status, { 'content-type': 'application/json', 'x-standin-misuse': '1' }).end(JSON.stringify(body))
  })

  expect(await runAlone(['snapshot', 'load', 'state.json', '--url', url], { folder })).toEqual({
    code: 2,
    out: '',
    err: `standin: ${join(folder, 'state.json.contents', digest)}: Not here.\n`,
  })
})

test('a load that fills the spool is refused, and the world stays as it is', async () => {
  const { file, folder, runIn, client } = await saved()
  await published(client, { content: large.map((byte) => byte + 1) })
  await runIn({ folder }, 'snapshot', 'save', 'state.json')
  await using other = await elsewhere()
  const { world } = other.simulator

  const refused = await runAlone(['snapshot', 'load', 'state.json', '--url', other.url], { folder })

  const why = 'A file cannot be stored. The disk is full: at most 300000 bytes may be stored (--max-spool).'
  expect(refused).toMatchObject(failure(/^standin: \S+state\.json\.contents\/[0-9a-f]{64}: /))
  expect(refused.err).toContain(`${why} (507 at `)
  expect(file).toContain('state.json')
  expect(other.simulator.world).toBe(world)
})

test('a server starts with the world of a file, before its first call, and with the scenarios of a folder that it names', async () => {
  const { folder, id, knobs, runIn } = await saved()
  mkdirSync(join(folder, 'mine'))
  writeFileSync(
    join(folder, 'mine', 'mine.yaml'),
    'summary: Mine\nrules:\n  - on: fileTransfer.search\n    refuse: { code: unreachable }\n',
  )
  await simulator.overlay({ mine: { summary: 'Mine', rules: [{ on: 'fileTransfer.search', refuse: { code: 'unreachable' } }] } })
  await knobs.scenarios.use('mine' as never)
  await runIn({ folder }, 'snapshot', 'save', 'state.json')

  const { child, line } = startProcess(['--json', '--restore', 'state.json', '--scenarios', 'mine', '--pace', 'real'], folder)
  const said = text(child.stderr)
  const { url } = JSON.parse(await line())
  const control = createControlClient({ base: url, send: fetch })
  const transfer = await control.call('control.showFileTransfer', { params: { id } })
  child.kill('SIGTERM')
  await once(child, 'exit')

  expect(transfer).toMatchObject({ fileTransferId: id, fileTransferStatus: 'Published' })
  expect(await said).toContain('The pace setting was "fast"; here it is "real".')
})
