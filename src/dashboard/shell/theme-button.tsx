/** Switches between light, dark, and what the system says. */
import { chooseTheme, theme, themes } from './theme.ts'

const signs = { system: '◐', light: '☀', dark: '☾' } as const

export function ThemeButton() {
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system'
  return (
    <button type="button" class="quiet theme" title={`Theme: ${theme.value}`} onClick={() => chooseTheme(next)}>
      <span aria-hidden="true">{signs[theme.value]}</span>
      <span class="unheard">{`Theme: ${theme.value}. Change to ${next}`}</span>
    </button>
  )
}
