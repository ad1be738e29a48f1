/** Text from outside: it cannot turn the direction of the text around it, and invisible characters are shown. */
import type { ComponentChildren } from 'preact'

/** Control characters, characters that change the direction of text, invisible ones, and halves of characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const spoken: Readonly<Record<string, string>> = { '\n': '↵', '\r': '␍', '\t': '⇥', '\0': '␀' }

/** A name for the eye: `↵` or `U+202E`. */
const nameOf = (character: string) => spoken[character] ?? codeOf(character)
const codeOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

interface TextProps {
  /** Null is shown as a dash. */
  readonly children: string | number | null | undefined
  /** Keeps lines and tabs, as in a body. Default: they are shown as signs. */
  readonly lines?: boolean
}

/** Every text that Standin did not write itself is shown by this component. */
export function Text({ children, lines = false }: TextProps) {
  if (children === null || children === undefined) return <span class="nothing">–</span>
  return <bdi class="text">{visible(String(children), lines)}</bdi>
}

/** The same as parts, for components that mark parts of a text. */
export function visible(text: string, lines: boolean): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let from = 0
  for (const { 0: character, index } of text.matchAll(unseen)) {
    if (lines && (character === '\n' || character === '\t')) continue
    if (lines && character === '\r' && text[index + 1] === '\n') continue
    parts.push(text.slice(from, index))
    parts.push(
      <span class="unseen" title={codeOf(character)}>
        {nameOf(character)}
      </span>,
    )
    from = index + character.length
  }
  parts.push(text.slice(from))
  return parts
}
