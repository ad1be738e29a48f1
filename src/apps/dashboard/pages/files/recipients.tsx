/** A file's recipients, on whose behalf the page can download and confirm it, and its resumable uploads. */

import { useMemo } from 'preact/hooks'
import type { RecordOf } from '../../../../control/client.ts'
import { shWord, shWordBriefly } from '../../../../service/wire/text.ts'
import { Button } from '../../components/button.tsx'
import { Badge, Table } from '../../components/facts.tsx'
import { bearerOf, openService, readReply, useServiceCall } from '../../components/service-call.tsx'
import { Size, Time } from '../../components/text.tsx'
import { Copy, download } from '../../components/toast.tsx'
import { Who } from '../../components/who.tsx'
import { base, environment, refresh, useControl, wholeList } from '../../data/control.ts'
import { type FullTransfer, numberOf } from './state-machine.tsx'

type Upload = RecordOf<'resumableUploads'>

/** Returns the environment's unfinished uploads, keyed by file transfer. A file uploaded in parts has several uploads. */
export function useUploads(): ReadonlyMap<string, readonly Upload[]> {
  const query = { environment, ...wholeList }
  const { data } = useControl('control.findRecords', { params: { collection: 'resumableUploads' }, query }, { live: true })
  return useMemo(() => Map.groupBy((data?.records ?? []) as Upload[], ({ fileTransfer }) => fileTransfer), [data])
}

export function Progress({ of: uploads }: { readonly of: readonly Upload[] }) {
  if (uploads.length === 0) return null
  const length = uploads.reduce((sum, each) => sum + each.length, 0)
  const received = uploads.reduce((sum, each) => sum + each.received, 0)
  return (
    <span class="upload-progress">
      <progress max={length || 1} value={length === 0 ? 1 : received} aria-label="Received" />{' '}
      <span class="number">{length === 0 ? 100 : Math.floor((received / length) * 100)} %</span>
    </span>
  )
}

export function Uploads({ of: uploads }: { readonly of: readonly Upload[] }) {
  if (uploads.length === 0) return null
  return (
    <section aria-label="Resumable uploads">
      <h3>{uploads.length === 1 ? 'A resumable upload in progress' : `${uploads.length} resumable uploads in progress`}</h3>
      <ul class="uploads">
        {uploads.map((upload) => (
          <li key={upload.id} class="row">
            <Progress of={[upload]} />
            <span>
              <Size of={upload.received} /> of <Size of={upload.length} />
              {upload.parts !== null && `, joined from ${upload.parts} parts`}
            </span>
            <span class="quiet">
              last bytes at <Time at={upload.active} full />, expires at <Time at={upload.expires} full />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Recipient = FullTransfer['recipients'][number]

/** Maximum size in bytes of a file that the page loads into memory. Larger files need a client. */
const most = 500_000_000

export function Recipients({ full }: { readonly full: FullTransfer }) {
  const { outcome, act } = useCalls(full)
  const isLarge = full.fileTransferSize > most
  const columns = [
    { title: 'Recipient', cell: ({ recipient }: Recipient) => <Who of={recipient} /> },
    { title: 'State', cell: (each: Recipient) => <State of={each.currentRecipientFileTransferStatusCode} /> },
    { title: 'Since', cell: (each: Recipient) => <Time at={each.currentRecipientFileTransferStatusChanged} full /> },
    {
      title: 'As this recipient',
      cell: ({ recipient }: Recipient) => (
        <span class="row">
          {isLarge ? (
            <Copy text={() => curlOf(full, recipient)} what="a command that downloads it" label="Download with curl" />
          ) : (
            <Button label="Download" class="small" act={() => void act(recipient, 'download')} />
          )}
          <Button label="Confirm" class="small" act={() => void act(recipient, 'confirmdownload')} />
        </span>
      ),
    },
  ]
  return (
    <>
      <h3>Recipients</h3>
      <Table label="The file's recipients" columns={columns} rows={full.recipients} keyOf={({ recipient }) => recipient} />
      {isLarge && <p class="quiet">The file is too large for the browser.</p>}
      <div aria-live="polite">{outcome}</div>
    </>
  )
}

function State({ of: status }: { readonly of: Recipient['currentRecipientFileTransferStatusCode'] }) {
  const tone = { Initialized: 'plain', DownloadStarted: 'info', DownloadConfirmed: 'good' } as const
  return <Badge tone={tone[status]}>{status}</Badge>
}

/** Calls the service as a recipient. If the reply is a file, it is downloaded; any other reply is shown. */
function useCalls({ fileTransferId, fileName }: FullTransfer) {
  const { send, outcome } = useServiceCall()
  async function callAs(recipient: string, what: 'download' | 'confirmdownload') {
    const began = performance.now()
    const response = await openService({
      method: what === 'download' ? 'GET' : 'POST',
      path: `/broker/api/v1/filetransfer/${fileTransferId}/${what}`,
      headers: { authorization: await bearerOf({ orgNo: numberOf(recipient) }) },
      body: '',
    })
    if (what === 'confirmdownload' || !response.ok) return readReply(response, began)
    download(fileName, 'application/octet-stream', [await response.blob()])
    return undefined
  }
  const act = (...[recipient, what]: Parameters<typeof callAs>) => send(() => callAs(recipient, what)).finally(() => void refresh())
  return { outcome, act }
}

async function curlOf({ fileTransferId }: FullTransfer, recipient: string): Promise<string> {
  const authorization = await bearerOf({ orgNo: numberOf(recipient) })
  const url = `${base}/broker/api/v1/filetransfer/${fileTransferId}/download`
  return `curl -o ${shWordBriefly(fileTransferId)} ${shWord([url])} -H ${shWord([`authorization: ${authorization}`])}`
}
