/** `standin files`. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anyName } from '../../../../src/service/wire/misuse.ts'
import { failure, misuse, serverForFile } from '../../../support/command-line.ts'
import { published, recipient, statusOf, uploaded } from '../../../support/file-transfers.ts'
import { folderWith } from '../../../support/folder.ts'

const { inNewWorld } = await serverForFile()

test('file transfers are listed with status and size, and one is shown', async () => {
  const { run, client } = inNewWorld()
  const id = await published(client, { fileName: 'a.txt', content: 'abc' })
  const waiting = await uploaded(client, { fileName: 'b.txt' })
  const { out } = await run('files', 'list')

  expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['ID', 'ENVIRONMENT', 'STATUS', 'SIZE', 'RESOURCE', 'FROM', 'TO', 'FILE'],
    [id, 'test', 'Published', '3', 'standin-plain', '0192:347147753', '0192:370916446', 'a.txt'],
    [waiting, 'test', 'UploadProcessing', '13', 'standin-plain', '0192:347147753', '0192:370916446', 'b.txt'],
    [''],
  ])
  expect((await run('files', '--status', 'uploadprocessing')).out).not.toContain(id)
  expect((await run('files', 'show', id)).out).toMatch(/^id +.*\nenvironment +test\nstatus +Published\n/)
})

test('a scan ends now, and a file expires now', async () => {
  const { run, client } = inNewWorld()
  const [infected, old] = [await uploaded(client), await published(client)]

  expect((await run('files', 'scan', infected, '--result', 'Infected')).out).toBe(`${infected} is Failed.\n`)
  expect((await run('files', 'expire', old)).out).toBe(`${old} is Purged.\n`)
  expect((await statusOf(client, old)).status).toBe('Purged')
})

test('a published file is downloaded, and no file is replaced', async () => {
  const { runIn, run } = inNewWorld()
  const folder = folderWith()
  const id = (await run('files', 'publish', '--size', '5000', '--file-name', 'large.bin', '--recipients', recipient.orgNo)).out.trim()
  const first = await runIn({ folder }, 'files', 'download', id)
  const again = await runIn({ folder }, 'files', 'download', id)
  const other = await runIn({ folder }, 'files', 'download', id, '--out', '-')

  expect(first).toMatchObject({ code: 0, out: `${join(folder, 'large.bin')}: 5000 bytes.\n` })
  expect(again).toMatchObject(failure('already exists. Nothing was written. Remove it, or use --force to replace it.'))
  expect(other.out).toBe(readFileSync(join(folder, 'large.bin')).toString('latin1'))
})

test('a download goes into a folder that is named, and replaces a file only with --force', async () => {
  const { runIn, run } = inNewWorld()
  const folder = folderWith()
  mkdirSync(join(folder, 'sub'))
  const path = join(folder, 'sub', 'a.bin')
  writeFileSync(path, 'mine')
  const id = (await run('files', 'publish', '--size', '5', '--file-name', 'a.bin')).out.trim()
  const into = (...more: string[]) => runIn({ folder }, 'files', 'download', id, '--output', ...more)

  expect(await into('sub')).toMatchObject({
    code: 1,
    err: `standin: ${path} already exists. Nothing was written. Remove it, or use --force to replace it.\n`,
  })
  expect(readFileSync(path, 'utf8')).toBe('mine')
  expect(await into('sub', '--force')).toMatchObject({ code: 0, out: `${path}: 5 bytes.\n` })
  expect(await into('sub/a.bin', '--force')).toMatchObject({ code: 0, out: `${path}: 5 bytes.\n` })
  expect(await into('none/', '--force')).toMatchObject(failure('The file was not saved'))
  expect(readdirSync(folder, { recursive: true })).toEqual(['sub', join('sub', 'a.bin')])
})

test('a download goes through no link, not even with --force', async () => {
  const { runIn, run } = inNewWorld()
  const folder = folderWith({ mine: 'mine' })
  symlinkSync(join(folder, 'mine'), join(folder, 'a.bin'))
  symlinkSync(join(folder, 'none'), join(folder, 'b.bin'))
  const id = (await run('files', 'publish', '--size', '5', '--file-name', 'a.bin')).out.trim()

  // --out is the earlier name.
  for (const more of [[], ['--force'], ['--out', 'b.bin'], ['--output', 'b.bin', '--force']])
    expect(await runIn({ folder }, 'files', 'download', id, ...more)).toMatchObject(misuse('is a symbolic link. Nothing was written.'))
  expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('mine')
  expect(lstatSync(join(folder, 'a.bin')).isSymbolicLink()).toBe(true)
  expect(existsSync(join(folder, 'none'))).toBe(false)
})

test('a file whose name leads elsewhere, or is hidden, or forges a line is stored only under another name', async () => {
  const { runIn, client } = inNewWorld()
  const folder = folderWith()
  const refused = [
    '..',
    '.',
    '.bashrc',
    'a/..',
    'a/.ssh',
    '/',
    'a\\..\\b',
    'C:a',
    'a\nb',
    '\u001b[31m',
    'a\u202egpj.exe',
    'a\u2028b',
    '\ufeffa',
  ]
  for (const fileName of refused) {
    const id = await published(client, { fileName })
    expect([fileName, await runIn({ folder }, 'files', 'download', id, '--force')]).toMatchObject([
      fileName,
      { code: 2, err: expect.stringContaining('cannot be used here. Choose one with --output.') },
    ])
    expect(await runIn({ folder }, 'files', 'download', id, '--out', 'chosen', '--force')).toMatchObject({ code: 0 })
  }
  const above = await published(client, { fileName: '../../above' })
  expect(await runIn({ folder }, 'files', 'download', above)).toMatchObject({ code: 0 })
  expect(readdirSync(folder).toSorted()).toEqual(['above', 'chosen'])
})

test('a file with the name of a device, or of a file that commands read as their own, is stored only under another name', async () => {
  const { runIn, client } = inNewWorld()
  const folder = folderWith()
  const devices = ['nul', 'CON.txt', 'aux .tar.gz', 'com1', 'LPT\u00b2.log', 'CONIN$', 'nul.', 'a.', 'a ']
  const ours = ['standin.config.yaml', 'standin.config.json', 'x/STANDIN.config.yml', '\u017ftandin.config.yaml', 'standin.invariants.yaml']
  for (const fileName of [...devices, ...ours]) {
    const id = await published(client, { fileName, content: 'environment: evil.yaml' })
    expect([fileName, await runIn({ folder }, 'files', 'download', id)]).toMatchObject([
      fileName,
      { code: 2, err: expect.stringContaining('cannot be used here. Choose one with --output.') },
    ])
  }
  for (const fileName of ['console.txt', 'nulls', 'com10', 'my.standin.yaml'])
    expect(await runIn({ folder }, 'files', 'download', await published(client, { fileName }))).toMatchObject({ code: 0 })
  expect(readdirSync(folder).toSorted()).toEqual(['com10', 'console.txt', 'my.standin.yaml', 'nulls'])
})

test('a download that is refused stores nothing', async () => {
  const { runIn, run } = inNewWorld()
  const folder = folderWith()
  const id = (await run('files', 'publish', '--size', '5')).out.trim()
  const refused = await runIn({ folder }, 'files', 'download', id, '--as', '326403849')

  expect(refused).toMatchObject(failure(/The download as 326403849 was refused with 40\d/))
  expect(readdirSync(folder)).toEqual([])
})

test('a download that breaks leaves no half file', async () => {
  const { runIn, run, knobs } = inNewWorld()
  const folder = folderWith()
  const id = (await run('files', 'publish', '--size', '100000', '--file-name', 'half.bin')).out.trim()
  knobs.scenarios.define('cut', {
    summary: 'Downloads break',
    rules: [{ on: 'fileTransfer.download', disconnect: { when: 'after-work', afterBytes: 50_000 } }],
  })
  await knobs.scenarios.use(anyName('cut'))
  expect(await runIn({ folder }, 'files', 'download', id)).toMatchObject(failure('The file was not saved'))
  expect(existsSync(join(folder, 'half.bin'))).toBe(false)

  writeFileSync(join(folder, 'half.bin'), 'mine')
  expect(await runIn({ folder }, 'files', 'download', id, '--force')).toMatchObject({ code: 1 })
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['mine'])
})

test.each(['show', 'download'])('"files %s" of a transfer that does not exist is misuse', async (command) => {
  const { run } = inNewWorld()

  expect(await run('files', command, 'x')).toEqual({
    code: 2,
    out: '',
    err: 'standin: File transfer not found in test: "x".\n',
  })
})
