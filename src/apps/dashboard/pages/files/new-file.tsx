/** Creates file transfers of any size with generated content, or uploads a file that the user chooses. */
import { useId, useState } from 'preact/hooks'
import { DialogForm } from '../../components/dialog.tsx'
import { CheckField, ChoiceField, TextField } from '../../components/fields.tsx'
import { bearerOf, callService, type ServiceReply, useServiceCall } from '../../components/service-call.tsx'
import { Size } from '../../components/text.tsx'
import { say } from '../../components/toast.tsx'
import { environment, refresh, useChange, useControl } from '../../data/control.ts'
import { go, hrefOf } from '../../shell/address.ts'
import { numberOf } from './state-machine.tsx'

const units = { '1': 'bytes', '1000': 'kB', '1000000': 'MB', '1000000000': 'GB', '1000000000000': 'TB' }

export function Publish({ close }: { close(): void }) {
  const [size, setSize] = useState('100')
  const [unit, setUnit] = useState('1000000000')
  const [parties, setParties] = useState({ fileName: 'large.bin', sender: '', recipients: '', resourceId: '' })
  const publish = useChange('control.publishFileTransfer', ({ fileTransferId }) => {
    close()
    go(hrefOf(['files', fileTransferId]))
    return 'The file was published.'
  })
  function submit(): void {
    const { fileName, sender, resourceId } = parties
    const recipients = recipientsIn(parties.recipients)
    const body = {
      size: Math.round(Number(size) * Number(unit)),
      fileName,
      ...(sender.trim() !== '' && { sender: sender.trim() }),
      ...(recipients.length > 0 && { recipients }),
      ...(resourceId.trim() !== '' && { resourceId: resourceId.trim() }),
    }
    publish.mutate({ body })
  }
  return (
    <DialogForm title="Publish a file of any size" close={close} submit={submit} yes="Publish" disabled={publish.isPending}>
      <div class="size-fields">
        <TextField label="Size" type="number" value={size} change={setSize} required autoFocus />
        <ChoiceField label="Unit" value={unit} change={setUnit} choices={units} />
      </div>
      <PartyFields of={parties} change={setParties} resource="standin-unscanned" />
      <p class="hint">Nothing is stored: the content is generated while a client reads it.</p>
    </DialogForm>
  )
}

/** Values as entered. An empty value means the placeholder. */
interface Parties {
  readonly fileName: string
  readonly sender: string
  readonly recipients: string
  readonly resourceId: string
}

const usualParties = { sender: '347147753', recipients: '370916446' }

const recipientsIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

interface PartyFieldsProps {
  readonly of: Parties
  change(parties: Parties): void
  readonly resource: string
}

function PartyFields({ of: parties, change, resource }: PartyFieldsProps) {
  const { data } = useControl('control.listResources', { query: { limit: '1000' } })
  const resources = data?.resources.filter((each) => each.environment === environment).map(({ id }) => id)
  const field = (name: keyof Parties, placeholder?: string) => ({
    value: parties[name],
    change: (value: string) => change({ ...parties, [name]: value }),
    placeholder,
  })
  return (
    <>
      <TextField label="File name" {...field('fileName')} required />
      <TextField label="Recipients" {...field('recipients', usualParties.recipients)} hint="Organization numbers, separated by commas." />
      <TextField label="Sender" {...field('sender', usualParties.sender)} />
      <TextField label="Resource" {...field('resourceId', resource)} choices={resources} />
    </>
  )
}

const scanned = 'standin-plain'

/** Initializes a transfer as its sender, then sends the bytes. */
export function Upload({ close }: { close(): void }) {
  const [file, setFile] = useState<File>()
  const [parties, setParties] = useState<Parties>({ fileName: '', sender: '', recipients: '', resourceId: '' })
  const [reference, setReference] = useState('uploaded-by-hand')
  const [isScanned, setScanned] = useState(true)
  const { send, isPending, outcome } = useServiceCall()

  async function upload(chosen: File): Promise<ServiceReply | undefined> {
    try {
      const [id, refusal] = await sendFile(chosen, { ...parties, reference, isScanned })
      if (refusal) return refusal
      close()
      go(hrefOf(['files', id]))
      say('The file was uploaded.')
      return undefined
    } finally {
      void refresh()
    }
  }
  function choose(chosen: File | undefined): void {
    setFile(chosen)
    if (chosen) setParties({ ...parties, fileName: chosen.name })
  }
  const dialog = { title: 'Upload a file', yes: isPending ? 'Uploading …' : 'Upload', disabled: isPending || !file }
  return (
    <DialogForm {...dialog} close={close} submit={() => file && void send(() => upload(file))}>
      <FileField file={file} change={choose} />
      <PartyFields of={parties} change={setParties} resource={scanned} />
      <TextField label="Sender's reference" value={reference} change={setReference} required />
      <CheckField label="Scan it for malware" checked={isScanned} change={setScanned} />
      {outcome}
    </DialogForm>
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

/** Returns the transfer's id, and the service's reply if a call is refused. */
async function sendFile(file: File, wanted: Wanted): Promise<readonly [id: string, refusal: ServiceReply | undefined]> {
  const sender = numberOf(wanted.sender.trim() || usualParties.sender)
  const authorization = await bearerOf({ orgNo: sender })
  const path = '/broker/api/v1/filetransfer'
  const initialized = await callService({
    method: 'POST',
    path,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      fileName: wanted.fileName,
      resourceId: wanted.resourceId.trim() || scanned,
      sendersFileTransferReference: wanted.reference,
      sender: `0192:${sender}`,
      recipients: recipientsIn(wanted.recipients || usualParties.recipients).map((each) => `0192:${numberOf(each)}`),
      disableVirusScan: !wanted.isScanned,
    }),
  })
  if (initialized.status !== 200 || typeof initialized.body !== 'string') return ['', initialized]
  const { fileTransferId } = JSON.parse(initialized.body) as { readonly fileTransferId: string }
  const headers = { authorization, 'content-type': 'application/octet-stream' }
  const uploaded = await callService({ method: 'POST', path: `${path}/${fileTransferId}/upload`, headers, body: file })
  return [fileTransferId, uploaded.status === 200 ? undefined : uploaded]
}
