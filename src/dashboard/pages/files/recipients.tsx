/** The recipients of a file and what each has done; the page downloads and confirms it as one of them. */
import { useState } from 'preact/hooks'
import { shWord, shWordBriefly } from '../../../quoting.ts'
import { Badge } from '../../components/badge.tsx'
import { Copy } from '../../components/copy.tsx'
import { Replied } from '../../components/http-message.tsx'
import { Problem } from '../../components/loaded.tsx'
import { Table } from '../../components/table.tsx'
import { Text } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { base, refresh } from '../../data/control.ts'
import { download } from '../../data/download.ts'
import { bearerOf, openService, readReply, type ServiceReply } from '../../data/send-call.ts'
import { type FullTransfer, numberOf } from './transfer.ts'

type Recipient = FullTransfer['recipients'][number]

/** Bytes of a file that the page takes into its memory. Larger ones are for a client. */
const most = 500_000_000

export function Recipients({ full }: { readonly full: FullTransfer }) {
  const { reply, error, act } = useCalls(full)
  const isLarge = full.fileTransferSize > most
  const columns = [
    { title: 'Recipient', cell: ({ recipient }: Recipient) => <Organization of={recipient} /> },
    { title: 'State', cell: (each: Recipient) => <State of={each.currentRecipientFileTransferStatusCode} /> },
    { title: 'Since', cell: (each: Recipient) => <Time at={each.currentRecipientFileTransferStatusChanged} full /> },
    {
      title: 'As this recipient',
      cell: ({ recipient }: Recipient) => (
        <span class="row">
          {isLarge ? (
            <Copy text={() => curlOf(full, recipient)} what="a command that downloads it" label="Download by curl" />
          ) : (
            <button type="button" class="small" onClick={() => void act(recipient, 'download')}>
              Download
            </button>
          )}
          <button type="button" class="small" onClick={() => void act(recipient, 'confirmdownload')}>
            Confirm
          </button>
        </span>
      ),
    },
  ]
  return (
    <>
      <h3>Recipients</h3>
      <Table label="Recipients of the file" columns={columns} rows={full.recipients} keyOf={({ recipient }) => recipient} />
      {isLarge && <p class="quiet">The file is too large for a page to hold.</p>}
      <div aria-live="polite">
        {error !== undefined && <Problem error={error} />}
        {reply && <Replied reply={reply} />}
      </div>
    </>
  )
}

const Organization = ({ of: recipient }: { readonly of: string }) => (
  <span class="number">
    <Text>{numberOf(recipient)}</Text>
  </span>
)

function State({ of: status }: { readonly of: Recipient['currentRecipientFileTransferStatusCode'] }) {
  const tone = { Initialized: 'plain', DownloadStarted: 'info', DownloadConfirmed: 'good' } as const
  return <Badge tone={tone[status]}>{status}</Badge>
}

/** Calls the service as a recipient. A file that comes goes to the user; every other reply is shown. */
function useCalls({ fileTransferId, fileName }: FullTransfer) {
  const [reply, setReply] = useState<ServiceReply>()
  const [error, setError] = useState<unknown>()
  async function act(recipient: string, what: 'download' | 'confirmdownload'): Promise<void> {
    setReply(undefined)
    setError(undefined)
    try {
      const began = performance.now()
      const response = await openService({
        method: what === 'download' ? 'GET' : 'POST',
        path: `/broker/api/v1/filetransfer/${fileTransferId}/${what}`,
        headers: { authorization: await bearerOf({ orgNo: numberOf(recipient) }) },
        body: '',
      })
      if (what === 'download' && response.ok) download(fileName, 'application/octet-stream', [await response.blob()])
      else setReply(await readReply(response, began))
    } catch (thrown) {
      setError(thrown)
    } finally {
      void refresh()
    }
  }
  return { reply, error, act }
}

async function curlOf({ fileTransferId }: FullTransfer, recipient: string): Promise<string> {
  const authorization = await bearerOf({ orgNo: numberOf(recipient) })
  const url = `${base}/broker/api/v1/filetransfer/${fileTransferId}/download`
  return `curl -o ${shWordBriefly(fileTransferId)} ${shWord([url])} -H ${shWord([`authorization: ${authorization}`])}`
}
