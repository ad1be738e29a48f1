/** Resumable uploads with tus-js-client. */
import { createHash } from 'node:crypto'
import { Upload, type UploadOptions } from 'tus-js-client'
import { initialized, sender, statusOf } from './support/file-transfers.ts'
import { hosted } from './support/hosts.ts'
import { filePath, uploadInParallel } from './support/resumable.ts'
import { expect, rule } from './support/rule.ts'

const mebibyte = 2 ** 20
const content = Buffer.alloc(64 * mebibyte)
for (let at = 0; at < content.length; at += 4096) content.writeUInt32LE(at, at)
const md5 = createHash('md5').update(content).digest('hex')

type Hosted = Awaited<ReturnType<typeof hosted>>

async function optionsFor(here: Hosted, prefix: string, fileTransferId: string): Promise<UploadOptions> {
  return {
    endpoint: `${here.origin}${prefix}${filePath(fileTransferId)}`,
    headers: { authorization: `Bearer ${await here.client.token(sender)}` },
    metadata: { filename: 'report.xml' },
    storeFingerprintForResuming: false,
    retryDelays: null,
  }
}

/** Uploads to the end, and resolves with the paths that were written to. */
function uploaded(options: UploadOptions, body: Buffer): Promise<Set<string>> {
  const places = new Set<string>()
  return new Promise((resolve, reject) => {
    new Upload(body, {
      ...options,
      onAfterResponse: (req) => void (req.getMethod() === 'PATCH' && places.add(req.getURL())),
      onSuccess: () => resolve(places),
      onError: reject,
    }).start()
  })
}

/** Uploads a number of bytes, then breaks off, and resolves with the path to go on at. */
function hungUp(options: UploadOptions, body: Buffer, after: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(body, {
      ...options,
      onProgress(sent) {
        if (sent < after) return
        upload.abort().then(() => resolve(upload.url ?? ''), reject)
      },
      onSuccess: () => reject(new Error('It was not to succeed.')),
      onError: reject,
    })
    upload.start()
  })
}

for (const prefix of ['', '/worlds/other', '/worlds/other/production']) {
  rule('file-transfer §8, decisions §2', `tus-js-client uploads 64 MiB in parallel parts to ${prefix || 'the plain origin'}`, async () => {
    const here = await hosted('express')
    const client = here.clientOf(prefix)
    const fileTransferId = await initialized(client)

    const places = await uploaded({ ...(await optionsFor(here, prefix, fileTransferId)), parallelUploads: 4 }, content)
    await here.simulator.knobs(prefix ? 'other' : 'default').advance({ until: 'settled' })

    expect(places.size).toBe(4)
    expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Published', size: content.length, checksum: md5 })
  })
}

rule('file-transfer §8', 'tus-js-client goes on after an abort where the bytes ended', async () => {
  const here = await hosted('express')
  const fileTransferId = await initialized(here.client, { disableVirusScan: true })
  const options = await optionsFor(here, '', fileTransferId)

  const uploadUrl = await hungUp(options, content, 20 * mebibyte)
  const begunAt: string[] = []
  await uploaded(
    {
      ...options,
      uploadUrl,
      // The server may not have noticed yet that the first connection is dead.
      retryDelays: Array(20).fill(50),
      onBeforeRequest: (req) => void (req.getMethod() === 'PATCH' && begunAt.push(req.getHeader('Upload-Offset') ?? '')),
    },
    content,
  )

  expect(Number(begunAt.at(-1))).toBeGreaterThan(0)
  await here.simulator.advance({ until: 'settled' })
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Published', size: content.length, checksum: md5 })
})

rule('file-transfer §8', 'tus-js-client sends chunks, sends its method in a header, and terminates an upload', async () => {
  const here = await hosted('express')
  const fileTransferId = await initialized(here.client, { disableVirusScan: true })
  const options = await optionsFor(here, '', fileTransferId)
  const small = content.subarray(0, 3 * mebibyte)

  const url = await hungUp({ ...options, chunkSize: mebibyte }, small, mebibyte)
  await Upload.terminate(url, { ...options, retryDelays: Array(20).fill(50) })
  const held = here.simulator.world.blobs.held.count
  await uploaded({ ...options, chunkSize: 500_000, overridePatchMethod: true, uploadDataDuringCreation: true }, small)
  await here.simulator.advance({ by: 0 })

  expect(held).toBe(0)
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({
    status: 'Published',
    checksum: createHash('md5').update(small).digest('hex'),
  })
})

for (const pace of ['fast', 'real'] as const) {
  rule(
    'file-transfer §8, decisions §8',
    `the client for C# of the broker sees its parallel upload complete at the pace ${pace}`,
    async () => {
      const here = await hosted('express', { pace })
      // The first look of the client comes before the parts are joined.
      const rules = [{ on: 'resumableUpload.completeUpload' as const, outage: ['storage' as const], calls: 1 }]
      await here.simulator.scenarios.use(here.simulator.scenarios.define('late-join', { summary: 'The parts are joined late', rules }).name)
      const fileTransferId = await initialized(here.client)
      const parts = [0, 1, 2].map((at) => content.subarray(at * mebibyte, (at + 1) * mebibyte))

      const offsets = await uploadInParallel(here, fileTransferId, parts, (by) => here.simulator.advance({ by }))

      expect([offsets[0], offsets.at(-1)]).toEqual([null, String(3 * mebibyte)])
      expect((await statusOf(here.client, fileTransferId)).status).toBe('UploadProcessing')
      await here.simulator.advance({ until: 'settled' })
      expect((await statusOf(here.client, fileTransferId)).status).toBe('Published')
    },
  )
}
