/** Light or dark: as the system says, or as the user chose by a button. */
import { signal } from '@preact/signals'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]
const signs: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' }

const kept = 'standin-theme'

const theme = signal<Theme>(themes.find((each) => each === localStorage.getItem(kept)) ?? 'system')

function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  localStorage.setItem(kept, chosen)
  applyTheme()
}

export function applyTheme(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
}

/** Goes from one theme to the next. */
export function ThemeButton() {
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system'
  return (
    <button type="button" class="quiet theme" title={`Theme: ${theme.value}`} onClick={() => chooseTheme(next)}>
      <span aria-hidden="true">{signs[theme.value]}</span>
      <span class="unheard">{`Theme: ${theme.value}. Change to ${next}`}</span>
    </button>
  )
}
