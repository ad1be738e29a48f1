/** Copies a world as it is now under another name. */
import { useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { useChange } from '../../data/control.ts'
import { dashboardOf, environment } from '../../data/place.ts'

interface ForkProps {
  /** The world that is copied. */
  readonly of: string
  close(): void
}

export function Fork({ of, close }: ForkProps) {
  const [name, setName] = useState(`${of.slice(0, 58)}-copy`)
  const fork = useChange('control.forkWorld', () => {
    location.assign(dashboardOf(name.trim(), environment))
    return undefined
  })
  return (
    <Dialog title={`Fork the world ${of}`} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          fork.mutate({ params: { name: of }, body: { as: name.trim() } })
        }}
      >
        <p>The copy has everything that {of} has now. From then on they go their own ways.</p>
        <TextField label="Name of the copy" value={name} change={setName} hint="1 to 63 of a-z, 0-9 and -." required autoFocus />
        <div class="actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={fork.isPending}>
            Copy and open it
          </button>
        </div>
      </form>
    </Dialog>
  )
}
