/** Light or dark: as the system says, or as the user chose. */
import { signal } from '@preact/signals'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const kept = 'standin-theme'

export const theme = signal<Theme>(themes.find((each) => each === localStorage.getItem(kept)) ?? 'system')

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  localStorage.setItem(kept, chosen)
  applyTheme()
}

export function applyTheme(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
}
