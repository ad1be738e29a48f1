/** Copies a text. */
import { say } from './toast.tsx'

interface CopyProps {
  /** What is copied. */
  readonly text: string | (() => string | Promise<string>)
  /** What is copied, for the user: `the token`. */
  readonly what: string
  /** On the button. Default: a sign. */
  readonly label?: string
}

export function Copy({ text, what, label }: CopyProps) {
  async function copy(): Promise<void> {
    try {
      await write(typeof text === 'string' ? text : await text())
      say(`Copied ${what}.`)
    } catch {
      say(`The browser does not let this page copy ${what}.`, 'bad')
    }
  }
  return (
    <button type="button" class={label === undefined ? 'quiet small copy' : 'copy'} title={`Copy ${what}`} onClick={() => void copy()}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />
      </svg>
      {label ?? <span class="unheard">Copy {what}</span>}
    </button>
  )
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
