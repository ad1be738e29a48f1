/** Toasts, clipboard access, and downloads. */

import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Text } from './text.tsx'

type Tone = 'good' | 'bad'

const toasts = signal<readonly { readonly id: number; readonly text: string; readonly tone: Tone }[]>([])
let count = 0

/** Milliseconds for which a message is shown. Errors are shown for longer, so that the user can read them. */
const shownFor: Record<Tone, number> = { good: 4_000, bad: 12_000 }

/** Shows a message for a few seconds. */
export function say(text: string, tone: Tone = 'good'): void {
  count += 1
  const id = count
  toasts.value = [...toasts.value.slice(-3), { id, text, tone }]
  setTimeout(() => dismiss(id), shownFor[tone])
}

/** Removes the previous page's errors. Success messages stay, because the action they report often led to this page. */
export function forgetFaults(): void {
  toasts.value = toasts.value.filter(({ tone }) => tone !== 'bad')
}

const dismiss = (id: number) => {
  toasts.value = toasts.value.filter((each) => each.id !== id)
}

export const Toasts = () => (
  <div class="toasts" role="status">
    {toasts.value.map(({ id, text, tone }) => (
      <div class={`toast ${tone}`} key={id}>
        <Text>{text}</Text>
        <Button label="×" class="quiet small" aria-label="Close the message" act={() => dismiss(id)} />
      </div>
    ))}
  </div>
)

interface CopyProps {
  readonly text: string | (() => string | Promise<string>)
  /** A name for the text, such as `the token`. */
  readonly what: string
  /** Default: an icon. */
  readonly label?: string
}

export function Copy({ text, what, label }: CopyProps) {
  return (
    <button
      type="button"
      class={label === undefined ? 'quiet small copy' : 'copy'}
      title={`Copy ${what}`}
      onClick={() => void copyText(text, what)}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />
      </svg>
      {label ?? <span class="unheard">Copy {what}</span>}
    </button>
  )
}

export async function copyText(text: CopyProps['text'], what: string): Promise<void> {
  try {
    await write(typeof text === 'string' ? text : await text())
    say(`Copied ${what}.`)
  } catch {
    say(`The browser does not allow this page to copy ${what}.`, 'bad')
  }
}

/** Browsers provide the Clipboard API only on localhost and over HTTPS. Elsewhere, `execCommand` copies the text. */
async function write(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (!done) throw new Error('The browser refused.')
}

interface CodeLineProps {
  readonly text: string
  /** A name for the text, such as `the token`. */
  readonly what: string
  readonly inline?: boolean
  readonly children?: ComponentChildren
}

export function CodeLine({ text, what, inline = false, children }: CodeLineProps) {
  const Line = inline ? 'span' : 'p'
  return (
    <Line class="code-line">
      <Text as="code">{text}</Text>
      <Copy text={text} what={what} />
      {children}
    </Line>
  )
}

export function download(name: string, type: string, parts: readonly BlobPart[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([...parts], { type }))
  link.download = name
  link.click()
  // The browser reads the URL asynchronously.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
