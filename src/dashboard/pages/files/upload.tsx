/** Uploads a file of the user's machine, as its sender does: the transfer is initialized, then its bytes are sent. */
import { useId, useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { CheckField, TextField } from '../../components/fields.tsx'
import { Replied } from '../../components/http-message.tsx'
import { Problem } from '../../components/loaded.tsx'
import { Size } from '../../components/time.tsx'
import { say } from '../../components/toast.tsx'
import { refresh } from '../../data/control.ts'
import { bearerOf, callService, type ServiceReply } from '../../data/send-call.ts'
import { go, hrefOf } from '../../shell/address.ts'
import { type Parties, PartyFields, recipientsIn, usualParties } from './publish.tsx'
import { numberOf } from './transfer.ts'

const resource = 'standin-plain'

export function Upload({ close }: { close(): void }) {
  const [file, setFile] = useState<File>()
  const [parties, setParties] = useState<Parties>({ fileName: '', sender: '', recipients: '', resourceId: '' })
  const [reference, setReference] = useState('uploaded-by-hand')
  const [isScanned, setScanned] = useState(true)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<ServiceReply>()
  const [error, setError] = useState<unknown>()

  async function upload(): Promise<void> {
    if (!file) return
    setSending(true)
    setRefusal(undefined)
    setError(undefined)
    try {
      const [id, refused] = await sendFile(file, { ...parties, reference, isScanned })
      setRefusal(refused)
      if (refused) return
      close()
      go(hrefOf(['files', id]))
      say('The file is uploaded.')
    } catch (thrown) {
      setError(thrown)
    } finally {
      setSending(false)
      void refresh()
    }
  }

  return (
    <Dialog title="Upload a file" close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void upload()
        }}
      >
        <FileField
          file={file}
          change={(chosen) => {
            setFile(chosen)
            if (chosen) setParties({ ...parties, fileName: chosen.name })
          }}
        />
        <PartyFields of={parties} change={setParties} resource={resource} />
        <TextField label="Sender's reference" value={reference} change={setReference} required />
        <CheckField label="Scan it for malware" checked={isScanned} change={setScanned} />
        {error !== undefined && <Problem error={error} />}
        {refusal && <Replied reply={refusal} />}
        <div class="actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={sending || !file}>
            {sending ? 'Uploading …' : 'Upload'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function FileField({ file, change }: { readonly file: File | undefined; change(file: File | undefined): void }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>File</label>
      <input id={id} type="file" required onChange={(event) => change(event.currentTarget.files?.[0])} />
      {file && (
        <p class="hint">
          <Size of={file.size} />
        </p>
      )}
    </div>
  )
}

interface Wanted extends Parties {
  readonly reference: string
  readonly isScanned: boolean
}

/** The id of the transfer, and the reply where the service refuses one of the two calls. */
async function sendFile(file: File, wanted: Wanted): Promise<readonly [id: string, refusal: ServiceReply | undefined]> {
  const sender = numberOf(wanted.sender.trim() || usualParties.sender)
  const authorization = await bearerOf({ orgNo: sender })
  const initialized = await callService({
    method: 'POST',
    path: '/broker/api/v1/filetransfer',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      fileName: wanted.fileName,
      resourceId: wanted.resourceId.trim() || resource,
      sendersFileTransferReference: wanted.reference,
      sender: `0192:${sender}`,
      recipients: recipientsIn(wanted.recipients || usualParties.recipients).map((each) => `0192:${numberOf(each)}`),
      disableVirusScan: !wanted.isScanned,
    }),
  })
  if (initialized.status !== 200 || typeof initialized.body !== 'string') return ['', initialized]
  const { fileTransferId } = JSON.parse(initialized.body) as { readonly fileTransferId: string }
  const uploaded = await callService({
    method: 'POST',
    path: `/broker/api/v1/filetransfer/${fileTransferId}/upload`,
    headers: { authorization, 'content-type': 'application/octet-stream' },
    body: file,
  })
  return [fileTransferId, uploaded.status === 200 ? undefined : uploaded]
}
