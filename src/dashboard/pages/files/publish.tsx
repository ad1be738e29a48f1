/** Publishes a file of any size: its bytes are made while a client reads them, and none is stored. */
import { useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { ChoiceField, TextField } from '../../components/fields.tsx'
import { environment, useChange, useControl } from '../../data/control.ts'
import { go, hrefOf } from '../../shell/address.ts'

const units = { '1': 'bytes', '1000': 'kB', '1000000': 'MB', '1000000000': 'GB', '1000000000000': 'TB' }

export function Publish({ close }: { close(): void }) {
  const [size, setSize] = useState('100')
  const [unit, setUnit] = useState('1000000000')
  const [parties, setParties] = useState({ fileName: 'large.bin', sender: '', recipients: '', resourceId: '' })
  const publish = useChange('control.publishFileTransfer', ({ fileTransferId }) => {
    close()
    go(hrefOf(['files', fileTransferId]))
    return 'The file is published.'
  })
  return (
    <Dialog title="Publish a file of any size" close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
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
        }}
      >
        <div class="size-fields">
          <TextField label="Size" type="number" value={size} change={setSize} required autoFocus />
          <ChoiceField label="Unit" value={unit} change={setUnit} choices={units} />
        </div>
        <PartyFields of={parties} change={setParties} resource="standin-unscanned" />
        <p class="hint">Nothing is stored: the bytes are made while a client reads them.</p>
        <div class="actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={publish.isPending}>
            Publish
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** As the user wrote them; empty: as the placeholder says. */
export interface Parties {
  readonly fileName: string
  readonly sender: string
  readonly recipients: string
  readonly resourceId: string
}

/** Parties of the fixtures. */
export const usualParties = { sender: '347147753', recipients: '370916446' }

export const recipientsIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

interface PartyFieldsProps {
  readonly of: Parties
  change(parties: Parties): void
  /** The resource where none is written. */
  readonly resource: string
}

/** Whose file it is: the fields that every new transfer has. */
export function PartyFields({ of: parties, change, resource }: PartyFieldsProps) {
  const { data } = useControl('control.listResources', { query: { limit: '1000' } })
  const set = (name: keyof Parties) => (value: string) => change({ ...parties, [name]: value })
  return (
    <>
      <TextField label="File name" value={parties.fileName} change={set('fileName')} required />
      <TextField
        label="Recipients"
        value={parties.recipients}
        change={set('recipients')}
        placeholder={usualParties.recipients}
        hint="Organization numbers, with commas between."
      />
      <TextField label="Sender" value={parties.sender} change={set('sender')} placeholder={usualParties.sender} />
      <TextField
        label="Resource"
        value={parties.resourceId}
        change={set('resourceId')}
        placeholder={resource}
        choices={data?.resources.filter((each) => each.environment === environment).map(({ id }) => id)}
      />
    </>
  )
}
