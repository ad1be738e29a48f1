/** Publishes a file of any size: its bytes are made while a client reads them, and none is stored. */
import { useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { ChoiceField, TextField } from '../../components/fields.tsx'
import { useChange, useControl } from '../../data/control.ts'
import { environment } from '../../data/place.ts'
import { go, hrefOf } from '../../shell/address.ts'

const units = { '1': 'bytes', '1000': 'kB', '1000000': 'MB', '1000000000': 'GB', '1000000000000': 'TB' }

export function Publish({ close }: { close(): void }) {
  const [size, setSize] = useState('100')
  const [unit, setUnit] = useState('1000000000')
  const [fileName, setFileName] = useState('large.bin')
  const [sender, setSender] = useState('')
  const [recipients, setRecipients] = useState('')
  const [resourceId, setResource] = useState('')
  const { data: resources } = useControl('control.listResources', { query: { limit: '1000' } })
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
          const parties = recipients.split(/[\s,]+/).filter(Boolean)
          const body = {
            size: Math.round(Number(size) * Number(unit)),
            fileName,
            ...(sender.trim() !== '' && { sender: sender.trim() }),
            ...(parties.length > 0 && { recipients: parties }),
            ...(resourceId.trim() !== '' && { resourceId: resourceId.trim() }),
          }
          publish.mutate({ body })
        }}
      >
        <div class="size-fields">
          <TextField label="Size" type="number" value={size} change={setSize} required autoFocus />
          <ChoiceField label="Unit" value={unit} change={setUnit} choices={units} />
        </div>
        <TextField label="File name" value={fileName} change={setFileName} required />
        <TextField
          label="Recipients"
          value={recipients}
          change={setRecipients}
          placeholder="370916446"
          hint="Organization numbers, with commas between."
        />
        <TextField label="Sender" value={sender} change={setSender} placeholder="347147753" />
        <TextField
          label="Resource"
          value={resourceId}
          change={setResource}
          placeholder="standin-unscanned"
          choices={resources?.resources.filter((each) => each.environment === environment).map(({ id }) => id)}
        />
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
