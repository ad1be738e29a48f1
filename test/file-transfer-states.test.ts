/** What each operation does in each status, as one table, on every host. */
import type { Client } from '../src/service/areas/client.ts'
import {
  brokenOff,
  bytes,
  confirmed,
  downloaded,
  failed,
  initialized,
  iso,
  otherRecipient,
  published,
  recipient,
  sender,
  uploaded,
} from './support/file-transfers.ts'
import { type HostName, hosted, hostNames } from './support/hosts.ts'
import { expect, rule } from './support/rule.ts'
import type { standin } from './support/standin.ts'

type Here = Pick<ReturnType<typeof standin>, 'simulator'> & { readonly within: Client }
type Bring = (here: Here) => Promise<string>

const days = 86_400_000
const recipients = [iso(recipient), iso(otherRecipient)]

async function expired(here: Here, bring: Bring): Promise<string> {
  const fileTransferId = await bring(here)
  await here.simulator.advance({ by: 30 * days })
  return fileTransferId
}

async function infected({ simulator, within }: Here): Promise<string> {
  const fileTransferId = await uploaded(within, { fileName: 'infected.txt' })
  await simulator.advance({ until: 'settled' })
  return fileTransferId
}

async function cancelled({ simulator }: Here, uploaded: boolean): Promise<string> {
  const { fileTransferId = '' } = await simulator.givens.arrange('a cancelled file transfer exists', { uploaded })
  return fileTransferId
}

/** The results of upload, download and confirmation: a status, or the code of a refusal. A download is tried whole and in part. */
const table: [state: string, status: string, cells: [upload: string, download: string, confirm: string], bring: Bring][] = [
  ['Initialized', 'Initialized', ['200', 'BRO-00007', 'BRO-00003'], ({ within }) => initialized(within)],
  ['UploadStarted', 'UploadStarted', ['200', 'BRO-00007', 'BRO-00003'], ({ within }) => brokenOff(within)],
  ['UploadProcessing', 'UploadProcessing', ['BRO-00004', 'BRO-00007', 'BRO-00010'], ({ within }) => uploaded(within)],
  ['Published, not downloaded', 'Published', ['BRO-00004', '200', 'BRO-00019'], ({ within }) => published(within)],
  ['Published, downloaded', 'Published', ['BRO-00004', '200', '204'], ({ within }) => downloaded(within)],
  ['Published, confirmed, but not by all', 'Published', ['BRO-00004', '200', '204'], ({ within }) => confirmed(within, { recipients })],
  ['AllConfirmedDownloaded', 'AllConfirmedDownloaded', ['BRO-00004', '200', 'BRO-00010'], ({ within }) => confirmed(within)],
  ['Purged', 'Purged', ['BRO-00004', 'BRO-00007', 'BRO-00010'], (here) => expired(here, ({ within }) => published(within))],
  [
    'Purged without a file',
    'Purged',
    ['BRO-00004', 'BRO-00007', 'BRO-00003'],
    (here) => expired(here, ({ within }) => initialized(within)),
  ],
  ['Failed', 'Failed', ['BRO-00004', 'BRO-00007', 'BRO-00010'], infected],
  ['Failed, and nothing was stored', 'Failed', ['BRO-00004', 'BRO-00007', 'BRO-00003'], ({ within }) => failed(within)],
  ['Cancelled', 'Cancelled', ['BRO-00004', 'BRO-00007', 'BRO-00010'], (here) => cancelled(here, true)],
  ['Cancelled, and nothing was stored', 'Cancelled', ['BRO-00004', 'BRO-00007', 'BRO-00003'], (here) => cancelled(here, false)],
]

/** The status of each code. */
const statuses: Readonly<Record<string, number>> = {
  'BRO-00003': 400,
  'BRO-00004': 409,
  'BRO-00007': 403,
  'BRO-00010': 400,
  'BRO-00019': 400,
}

/** The state is arranged in process, because not every host can break a connection off. */
async function arranged(host: HostName, bring: Bring) {
  const here = await hosted(host)
  const within = here.simulator.client()
  return { ...here, another: async () => ({ fileTransferId: await bring({ simulator: here.simulator, within }) }) }
}

function said({ status, problem }: { status: number; problem: { code?: string } }): string {
  if (problem.code !== undefined) expect(status, problem.code).toBe(statuses[problem.code])
  return problem.code ?? String(status)
}

for (const host of hostNames) {
  for (const [state, status, [upload, download, confirm], bring] of table) {
    const title = `${state}: an upload is answered ${upload}, a download ${download}, a confirmation ${confirm} (${host})`
    rule('file-transfer §5.5', title, async () => {
      const { client, another } = await arranged(host, bring)
      const asRecipient = async () => ({ as: recipient, params: await another() })

      const answers = {
        upload: said(await client.call('fileTransfer.upload', { as: sender, params: await another(), body: bytes('one two three') })),
        download: said(await client.call('fileTransfer.download', await asRecipient())),
        range: said(await client.call('fileTransfer.download', { ...(await asRecipient()), headers: { range: 'bytes=1-2' } })),
        confirm: said(await client.call('fileTransfer.confirmDownload', await asRecipient())),
      }

      expect(answers).toEqual({ upload, download, range: download === '200' ? '206' : download, confirm })
    })

    rule('file-transfer §5.5', `${state}: overview and details are shown to sender and recipient (${host})`, async () => {
      const { client, another } = await arranged(host, bring)
      const params = await another()

      for (const as of [sender, recipient]) {
        for (const row of ['fileTransfer.overview', 'fileTransfer.details'] as const) {
          expect((await client.call(row, { as, params })).body.fileTransferStatus, `${row} for ${as.orgNo}`).toBe(status)
        }
      }
    })
  }
}

rule(
  'file-transfer §5.1, file-transfer §5.3',
  'a cancelled transfer has that status, is found by it, and is purged when it expires',
  async () => {
    const { client, simulator, another } = await arranged('fetch', (here) => cancelled(here, true))
    const params = await another()
    const find = async (status: string) =>
      (await client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain', status } })).body

    const { body } = await client.call('fileTransfer.overview', { as: sender, params })

    expect(body.fileTransferStatusText).toBe('FileTransfer cancelled')
    expect([await find('Cancelled'), await find('Published')]).toEqual([[params.fileTransferId], []])
    await simulator.advance({ by: 30 * days })
    expect([await find('Cancelled'), await find('Purged')]).toEqual([[], [params.fileTransferId]])
  },
)
