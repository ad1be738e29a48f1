/** What the user gets from the page: short messages that go away, texts for the clipboard, and files. */

import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
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
  /** What is copied. */
  readonly text: string | (() => string | Promise<string>)
  /** What is copied, for the user: `the token`. */
  readonly what: string
  /** On the button. Default: a sign. */
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
    say(`The browser does not let this page copy ${what}.`, 'bad')
  }
}

/** Browsers know the clipboard only on this machine and by HTTPS. */
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
  /** What is copied, for the user: `the token`. */
  readonly what: string
  /** Within a line of text. */
  readonly inline?: boolean
  /** Beside the first button. */
  readonly children?: ComponentChildren
}

/** One line, with a button that copies it. */
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

/** Gives the user a file. */
export function download(name: string, type: string, parts: readonly BlobPart[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([...parts], { type }))
  link.download = name
  link.click()
  // The browser reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
