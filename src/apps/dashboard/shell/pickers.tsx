/** Settings that apply to all pages: the world and the environment, which change the URL, and the theme. */
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { DialogForm } from '../components/dialog.tsx'
import { ChoiceField, choicesOf, TextField } from '../components/fields.tsx'
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
        choices={{ ...choicesOf(names), [another]: 'New world …' }}
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
  })
  return (
    <DialogForm title="New world" close={close} submit={() => make.mutate({ params: { name } })} yes="Create the world">
      <TextField label="Name" value={name} change={setName} hint="1 to 63 characters: a-z, 0-9 and -." required autoFocus />
    </DialogForm>
  )
}

const environments: Readonly<Record<EnvironmentName, string>> = { test: 'test', production: 'production' }

export const EnvironmentPicker = () => (
  <ChoiceField
    label="Environment"
    quiet
    value={environment}
    choices={environments}
    change={(name) => location.assign(dashboardOf(world, name as EnvironmentName))}
  />
)

/** `system` follows the operating system. */
const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]
const signs: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' }

const storageKey = 'standin-theme'

const theme = signal<Theme>(themes.find((each) => each === localStorage.getItem(storageKey)) ?? 'system')

function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  localStorage.setItem(storageKey, chosen)
  applyTheme()
}

export function applyTheme(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
}

export function ThemeButton() {
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system'
  return (
    <button type="button" class="quiet theme" title={`Theme: ${theme.value}`} onClick={() => chooseTheme(next)}>
      <span aria-hidden="true">{signs[theme.value]}</span>
      <span class="unheard">{`Theme: ${theme.value}. Change to ${next}`}</span>
    </button>
  )
}
