/** Whether the screen is as narrow as a phone. */
import { signal } from '@preact/signals'

/** The same width as in the styles. */
const query = matchMedia('(max-width: 44rem)')
const narrow = signal(query.matches)
query.addEventListener('change', ({ matches }) => {
  narrow.value = matches
})

export const useNarrow = (): boolean => narrow.value
