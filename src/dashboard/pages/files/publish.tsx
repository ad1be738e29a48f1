/** Publishes a file of any size: its bytes are made while a client reads them, and none is stored. */
import { useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { ChoiceField, TextField } from '../../components/fields.tsx'
import { useChange } from '../../data/control.ts'
import { go, hrefOf } from '../../shell/address.ts'
import { PartyFields, recipientsIn } from './parties.tsx'

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
