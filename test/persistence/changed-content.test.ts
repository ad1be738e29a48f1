/** Files of content whose bytes were changed: they are named, and nobody gets them as right. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileTransfers } from '../../src/service/areas/file-transfer/records/file-transfers.ts'
import { published, recipient, request, sender } from '../support/file-transfers.ts'
import { folderWith } from '../support/folder.ts'
import { type Kept, keptIn } from '../support/kept-folder.ts'
import { append, ask, begin } from '../support/resumable.ts'
import { expect, test } from '../support/rule.ts'

const md5Of = (bytes: string | Uint8Array) => createHash('md5').update(bytes).digest('hex')

/** The files of content in a folder, oldest first. */
const contentsIn = (folder: string) =>
  readdirSync(join(folder, 'content'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, 'content', name))
    .filter((path) => statSync(path).isFile())

function flip(path: string): string {
  const bytes = readFileSync(path)
  bytes[1] = (bytes[1] ?? 0) ^ 4
  writeFileSync(path, bytes)
  return md5Of(bytes)
}

const lostText = (id: string, path: string, content: string, found: string) =>
  `The file for file transfer ${id} in world default has been lost (${content.length} bytes, MD5 ${md5Of(content)}): ${path} has different bytes, with MD5 ${found}. Stop Standin, restore the file, and start again; or purge it: standin files expire ${id} --world default.`

const download = ({ client }: Kept, fileTransferId: string, headers = {}) =>
  client.call('fileTransfer.download', { as: recipient, params: { fileTransferId }, headers })

/** A folder with one file, and a flipped bit in it. */
async function flipped() {
  const folder = folderWith()
  const here = await keptIn(folder)
  const id = await published(here.client, { content: 'kept content' })
  here.close()
  const [path = ''] = contentsIn(folder)
  const whole = readFileSync(path)
  return { folder, id, path, whole, text: lostText(id, path, 'kept content', flip(path)) }
}

test('a flipped bit in a file is named at the start, with the transfer; its download and a snapshot are refused until it is back', async () => {
  const { folder, id, path, whole, text } = await flipped()
  const here = await keptIn(folder)
  expect(here.told).toEqual([`${text}\n`])
  for (const headers of [{}, { range: 'bytes=8-11' }]) {
    const answer = await download(here, id, headers)
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([500, { detail: text }])
  }
  expect(here.simulator.world.environments.test.of(fileTransfers).get(id)?.recipientMoves).not.toContainEqual(
    expect.objectContaining({ status: 'DownloadStarted' }),
  )
  await expect(here.simulator.snapshot()).rejects.toThrow(text)
  here.close()
  writeFileSync(path, whole)
  const again = await keptIn(folder)
  expect([again.told, (await download(again, id)).text]).toEqual([[], 'kept content'])
})

test.each(['a download', 'a part', 'a snapshot'])('a file that is too large to be read at the start is read before %s', async (what) => {
  const { folder, id, path, whole, text } = await flipped()
  const ask = async (here: Kept) => {
    if (what === 'a snapshot') return here.simulator.snapshot().then(() => 200)
    return (await download(here, id, what === 'a part' ? { range: 'bytes=8-11' } : {})).status
  }
  const here = await keptIn(folder, { readAtStart: 11 })
  expect(here.told).toEqual([])
  const asked = [ask(here), ask(here)]
  for (const each of asked) {
    if (what === 'a snapshot') await expect(each).rejects.toThrow(text)
    else expect(await each).toBe(500)
  }
  expect(here.told).toEqual([`${text}\n`])
  writeFileSync(path, whole)
  expect(await ask(here)).toBe(what === 'a part' ? 206 : 200)
})

test('a file that is changed or replaced while Standin runs is not served, and one with the same bytes is', async ({ folder }) => {
  const here = await keptIn(folder)
  const id = await published(here.client, { content: 'kept content' })
  const [path = ''] = contentsIn(folder)
  expect((await download(here, id)).text).toBe('kept content')
  const text = lostText(id, path, 'kept content', flip(path))
  const answer = await download(here, id)
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([500, { detail: text }])
  expect(here.told).toEqual([`${text}\n`])

  writeFileSync(`${path}.copy`, 'kept content')
  rmSync(path)
  renameSync(`${path}.copy`, path)
  expect((await download(here, id)).text).toBe('kept content')
  writeFileSync(path, 'kept')
  expect(JSON.parse((await download(here, id)).text).detail).toContain(`${path} has 4 bytes. `)
})

test('a file that is purged while its bytes are read is refused as one that is gone', async () => {
  const { folder, id, path, whole } = await flipped()
  writeFileSync(path, whole)
  const here = await keptIn(folder, { readAtStart: 0 })
  const asked = download(here, id)
  await here.simulator.fileTransfers.expire('test', id)
  const { status, text } = await asked
  expect([status, JSON.parse(text)]).toMatchObject([403, { code: 'BRO-00007' }])
})

/** A folder with a half upload. */
async function halved() {
  const folder = folderWith()
  const here = await keptIn(folder)
  const { body } = await here.client.call('fileTransfer.initialize', { as: sender, body: request })
  const number = await begin(here, body.fileTransferId, 10)
  await append(here, number, 0, 'half!')
  await here.isKept()
  const [path = ''] = contentsIn(folder)
  return { folder, here, id: body.fileTransferId, number, path }
}

test('a flipped bit in a half upload is named at the start, and its upload does not go on', async () => {
  const { folder, here: first, id, number, path } = await halved()
  first.close()
  const text = lostText(id, path, 'half!', flip(path))
  const here = await keptIn(folder)
  expect(here.told).toEqual([`${text}\n`])
  const answer = await append(here, number, 5, 'whole')
  expect([answer.status, answer.text]).toEqual([500, expect.stringContaining(path)])
})

const damages: Readonly<Record<string, (path: string) => unknown>> = {
  changed: flip,
  removed: (path) => rmSync(path),
  'cut off': (path) => writeFileSync(path, 'ha'),
}

test.each(Object.entries(damages))(
  'HEAD and PATCH of a half upload whose bytes were %s both say so, until they are back',
  async (_, damage) => {
    const { here: first, folder, number, path } = await halved()
    const whole = readFileSync(path)
    const asked = async (here: Kept) => {
      const answers = [await ask(here, 'HEAD', number), await append(here, number, 5, 'whole')]
      expect(answers.map(({ status }) => status)).toEqual([500, 500])
      expect(answers[1]?.text).toContain(path)
    }
    await damage(path)
    await asked(first)
    writeFileSync(path, whole)
    expect((await ask(first, 'HEAD', number)).headers.get('upload-offset')).toBe('5')
    await damage(path)
    first.close()
    await asked(await keptIn(folder))
  },
)

test('a file of content that is longer than its record is named with the bytes that are too many, and cut', async ({ folder }) => {
  const first = await keptIn(folder)
  const id = await published(first.client, { content: 'kept content' })
  first.close()
  const [path = ''] = contentsIn(folder)
  writeFileSync(path, 'kept content and more')
  const here = await keptIn(folder)
  expect(here.told).toEqual([
    `${path} is 9 bytes longer than the 12 bytes in its record. The excess is removed, because it was never committed.\n`,
  ])
  expect((await download(here, id)).text).toBe('kept content')
})

test('a half upload goes on after a restart, and its file is right', async () => {
  const { folder, here: first, id, number } = await halved()
  first.close()
  const here = await keptIn(folder)
  await append(here, number, 5, 'whole')
  await here.simulator.advance({ by: 60_000 })
  expect([here.told, (await download(here, id)).text]).toEqual([[], 'half!whole'])
})

test('a flipped bit in a large file is named, too', async ({ folder }) => {
  const here = await keptIn(folder)
  const content = 'x'.repeat(1_500_000)
  const id = await published(here.client, { content })
  here.close()
  const [path = ''] = contentsIn(folder)
  expect((await keptInAndClosed(folder)).told).toEqual([])
  const text = lostText(id, path, content, flip(path))
  expect((await keptInAndClosed(folder)).told).toEqual([`${text}\n`])
})

async function keptInAndClosed(folder: string): Promise<Kept> {
  const here = await keptIn(folder)
  here.close()
  return here
}
