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
  /** The element that holds only this text. */
  readonly as?: 'strong' | 'code' | 'h1' | 'h2' | 'h3' | 'p' | 'li'
}

/** Every text that Standin did not write itself is shown by this component. */
export function Text({ children, lines = false, as: Around }: TextProps) {
  const isNothing = children === null || children === undefined
  const shown = isNothing ? <span class="nothing">–</span> : <bdi class="text">{visible(String(children), lines)}</bdi>
  return Around === undefined ? shown : <Around>{shown}</Around>
}

export const Quiet = ({ children }: Pick<TextProps, 'children'>) => (
  <span class="quiet">
    <Text>{children}</Text>
  </span>
)

export const TextLink = ({ href, children }: Pick<TextProps, 'children'> & { readonly href: string }) => (
  <a href={href}>
    <Text>{children}</Text>
  </a>
)

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

const units: readonly [name: string, milliseconds: number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

/** The two largest units: `7 d 3 h`, `4 min`, `0.25 s`. */
export function spanOf(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds / 1_000} s`
  const parts: string[] = []
  let left = milliseconds
  for (const [name, length] of units) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0) parts.push(`${count} ${name}`)
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ')
}

export function dateAndTime(milliseconds: number): readonly [date: string, time: string] {
  const [date = '', time = ''] = new Date(milliseconds).toISOString().slice(0, 19).split('T')
  return [date, time]
}

/** `1 line`, `2 lines`, `10,000 lines`. */
export const counted = (count: number, one: string, many?: string): string => `${count.toLocaleString('en')} ${wordFor(count, one, many)}`

/** The word alone, for a number that is marked up. */
export const wordFor = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)
