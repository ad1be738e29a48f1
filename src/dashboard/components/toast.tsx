/** Short messages that go away by themselves. */
import { signal } from '@preact/signals'
import { Text } from './text.tsx'

type Tone = 'good' | 'bad'

interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: Tone
}

const toasts = signal<readonly Toast[]>([])
let count = 0

/** Milliseconds. What went wrong stays until it has been read. */
const shownFor: Record<Tone, number> = { good: 4_000, bad: 12_000 }

/** Tells the user something that needs no answer. */
export function say(text: string, tone: Tone = 'good'): void {
  count += 1
  const id = count
  toasts.value = [...toasts.value.slice(-3), { id, text, tone }]
  setTimeout(() => dismiss(id), shownFor[tone])
}

/** What was said of another page does not belong to this one. What went well was often the reason to come. */
export function forgetFaults(): void {
  toasts.value = toasts.value.filter(({ tone }) => tone !== 'bad')
}

const dismiss = (id: number) => {
  toasts.value = toasts.value.filter((each) => each.id !== id)
}

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, tone }) => (
        <div class={`toast ${tone}`} key={id}>
          <Text>{text}</Text>
          <button type="button" class="quiet small" aria-label="Close the message" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
