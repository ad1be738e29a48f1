import { expect, test } from 'vitest'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import { anyName } from '../../../../src/service/wire/misuse.ts'
import { initialized, sender, statusOf, uploaded } from '../../../support/file-transfers.ts'
import { append, begun } from '../../../support/resumable.ts'
import { rule } from '../../../support/rule.ts'
import { withRules } from '../../../support/rules.ts'

const testString = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
const minutes = 60_000

/** The status of a file, and the kind of failure, `by` milliseconds after its upload. */
async function after(options: unknown, by: number, wanted: object = {}) {
  const here = await withRules([{ scan: options }])
  const fileTransferId = await uploaded(here.client, wanted)
  await here.simulator.advance({ by })
  const { status, text } = await statusOf(here.client, fileTransferId)
  return [status, /failed: (\w+)/.exec(text ?? '')?.[1]]
}

for (const [options, by, wanted, status, type] of [
  ['clean', 2_000, { fileName: 'infected.txt' }, 'Published'],
  ['clean', 2_000, { content: testString }, 'Failed', 'Malicious'],
  ['infected', 2_000, {}, 'Failed', 'Malicious'],
  ['infected', 2_000, { disableVirusScan: true }, 'Published'],
  ['error', 2_000, {}, 'Failed', 'Error'],
  ['slow', 5 * minutes - 1, {}, 'UploadProcessing'],
  ['slow', 5 * minutes, {}, 'Published'],
  ['stuck', 1_000 * minutes, {}, 'UploadProcessing'],
  [{ after: 'PT20M' }, 20 * minutes - 1, {}, 'UploadProcessing'],
  [{ after: 'PT20M' }, 20 * minutes, {}, 'Published'],
  [{ after: 'PT20M', result: 'infected' }, 20 * minutes, {}, 'Failed', 'Malicious'],
] as const) {
  rule('decisions §14', `with scan ${JSON.stringify(options)} a file ${JSON.stringify(wanted)} is ${status} after ${by} ms`, async () => {
    expect(await after(options, by, wanted)).toEqual([status, type])
  })
}

rule('decisions §14', 'each upload counts once', async () => {
  const here = await withRules([{ on: 'fileTransfer', calls: 2, scan: 'infected' }])
  const files: string[] = []
  for (let upload = 0; upload < 3; upload++) {
    files.push(await uploaded(here.client))
    await here.simulator.advance({ by: 2_000 })
  }

  expect((await Promise.all(files.map((id) => statusOf(here.client, id)))).map(({ status }) => status)).toEqual([
    'Published',
    'Failed',
    'Published',
  ])
})

rule('decisions §14', 'a rule with a resource covers the scan of an upload by form', async () => {
  const here = await withRules([{ where: { resource: 'standin-plain' }, scan: 'infected' }])
  const form = new FormData()
  const fields = {
    FileName: 'a',
    ResourceId: 'standin-plain',
    SendersFileTransferReference: 'r',
    Sender: `0192:${sender.orgNo}`,
    Recipients: '0192:370916446',
  }
  for (const [name, value] of Object.entries(fields)) form.append(`Metadata.${name}`, value)
  form.append('FileTransfer', new Blob(['one two three']), 'a')
  const { body } = await here.client.call('fileTransfer.initializeAndUpload', { as: sender, body: form })
  await here.simulator.advance({ by: 2_000 })

  expect(await statusOf(here.client, body.fileTransferId)).toMatchObject({ status: 'Failed', size: 13 })
})

rule('decisions §14', 'a rule covers the scan of a resumable upload', async () => {
  const here = await withRules([{ calls: 1, scan: 'infected' }])
  const { fileTransferId, place } = await begun(here, 13)
  await append(here, place, 0, 'one two three')
  await here.simulator.advance({ until: 'settled' })

  expect((await statusOf(here.client, fileTransferId)).status).toBe('Failed')
})

rule('decisions §14', 'a rule on the job decides a scan that began before the scenario was switched on', async () => {
  const here = await withRules([{ on: 'fileTransfer.scan', scan: 'infected' }])
  await here.simulator.scenarios.off()
  const fileTransferId = await uploaded(here.client)
  await here.simulator.scenarios.use(anyName('mine'))
  await here.simulator.advance({ by: 2_000 })

  expect((await statusOf(here.client, fileTransferId)).status).toBe('Failed')
})

rule('decisions §14', 'a call that starts no scan is not covered', async () => {
  const here = await withRules([{ on: 'fileTransfer', scan: 'infected' }])
  await initialized(here.client)

  expect(here.line()).toBeUndefined()
})

test('an unknown scan is refused', () => {
  expect(() => readScenario('mine', { summary: 'Mine', rules: [{ scan: 'dirty' }] }, 'defined')).toThrow(
    'scan: unknown value "dirty", which is also not of the form { after, result }.',
  )
})
