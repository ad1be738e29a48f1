/** Which world and environment the page shows: each has an address of its own. */
import { useState } from 'preact/hooks'
import { Dialog } from '../components/dialog.tsx'
import { ChoiceField, TextField } from '../components/fields.tsx'
import { dashboardOf, type EnvironmentName, environment, useChange, useControl, world } from '../data/control.ts'

/** No world can have this name. */
const another = '+'

export function WorldPicker() {
  const { data } = useControl('control.listWorlds', {}, { live: true })
  const [making, setMaking] = useState(false)
  const names = [...new Set(['default', world, ...(data?.worlds.map(({ name }) => name) ?? [])])]
  return (
    <>
      <ChoiceField
        label="World"
        quiet
        value={world}
        choices={{ ...Object.fromEntries(names.map((name) => [name, name])), [another]: 'New world …' }}
        change={(name) => (name === another ? setMaking(true) : location.assign(dashboardOf(name, environment)))}
      />
      {making && <NewWorld close={() => setMaking(false)} />}
    </>
  )
}

function NewWorld({ close }: { close(): void }) {
  const [name, setName] = useState('')
  const make = useChange('control.makeWorld', () => {
    location.assign(dashboardOf(name, environment))
    return undefined
  })
  return (
    <Dialog title="New world" close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate({ params: { name } })
        }}
      >
        <TextField label="Name" value={name} change={setName} hint="1 to 63 of a-z, 0-9 and -." required autoFocus />
        <div class="actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Make the world
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const environments: Readonly<Record<EnvironmentName, string>> = { test: 'test', production: 'production' }

export function EnvironmentPicker() {
  return (
    <ChoiceField
      label="Environment"
      quiet
      value={environment}
      choices={environments}
      change={(name) => location.assign(dashboardOf(world, name as EnvironmentName))}
    />
  )
}
