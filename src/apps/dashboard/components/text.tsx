/** Formats values: untrusted text, world times, durations, sizes and counts. */

import { computed, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

/** Control characters, bidirectional controls, invisible characters and lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const spoken: Readonly<Record<string, string>> = { '\n': '↵', '\r': '␍', '\t': '⇥', '\0': '␀' }

/** Returns a visible name, such as `↵` or `U+202E`. */
const nameOf = (character: string) => spoken[character] ?? codeOf(character)
const codeOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

interface TextProps {
  /** `null` is displayed as a dash. */
  readonly children: string | number | null | undefined
  /** Preserves line breaks and tabs, as in a body. By default, they are shown as symbols. */
  readonly lines?: boolean
  readonly as?: 'strong' | 'code' | 'h1' | 'h2' | 'h3' | 'p' | 'li'
}

/** Renders untrusted text. Use it for all text that Standin did not write itself. */
export function Text({ children, lines = false, as: Around }: TextProps) {
  const isNothing = children === null || children === undefined
  const shown = isNothing ? <span class="quiet">–</span> : <bdi class="text">{visible(String(children), lines)}</bdi>
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

/** Returns the text as an array of parts, for components that highlight some of them. */
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

/** Returns only the largest unit, such as `6 d`. */
export const roughSpanOf = (milliseconds: number): string => spanOf(milliseconds).split(' ').slice(0, 2).join(' ')

/** Returns the two largest units, such as `7 d 3 h`, `4 min` or `0.25 s`. */
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

/** Returns a shorter form for lists, such as `0 s` or `4.0 s`. From a minute on, it is the same as {@link spanOf}. */
export const briefSpanOf = (milliseconds: number): string => {
  if (milliseconds <= 0) return '0 s'
  return milliseconds < 60_000 ? `${(milliseconds / 1_000).toFixed(1)} s` : spanOf(milliseconds)
}

export function dateAndTime(milliseconds: number): readonly [date: string, time: string] {
  const [date = '', time = ''] = new Date(milliseconds).toISOString().slice(0, 19).split('T')
  return [date, time]
}

/** Returns `1 line`, `2 lines` or `10,000 lines`. */
export const counted = (count: number, one: string, many?: string): string => `${count.toLocaleString('en')} ${wordFor(count, one, many)}`

/** Returns only the word, for a number that has its own markup. */
export const wordFor = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

/** World time in milliseconds since 1970. The header updates it. */
export const worldNow = signal(Date.now())
/** World time rounded down to the minute, so that lists are not rendered again every second. */
export const worldMinute = computed(() => Math.floor(worldNow.value / 60_000) * 60_000)
/** The world's current date, so that lists are rendered again only once a day. */
const today = computed(() => new Date(worldNow.value).toISOString().slice(0, 10))

interface TimeProps {
  /** ISO 8601; `null` is displayed as a dash. */
  readonly at: string | null
  /** Shows the date even if it is today. */
  readonly full?: boolean
  /** For lists: omits milliseconds on other days, and seconds in other years. */
  readonly brief?: boolean
}

export function Time({ at, full = false, brief = false }: TimeProps) {
  if (at === null) return <span class="quiet">–</span>
  const [date = '', time = ''] = new Date(at).toISOString().replace('Z', '').split('T')
  const shown = time.replace(/\.000$/, '')
  return (
    <time dateTime={at} title={`${at} (world time)`}>
      {full || date !== today.value ? (brief ? briefOf(date, time) : `${date} ${shown}`) : shown}
    </time>
  )
}

/** Returns `11-23 14:52:35`, or `2025-11-23 14:52` in another year. */
const briefOf = (date: string, time: string) =>
  date.slice(0, 4) === today.value.slice(0, 4) ? `${date.slice(5)} ${time.slice(0, 8)}` : `${date} ${time.slice(0, 5)}`

export function Milliseconds({ of: ms }: { readonly of: number | null }) {
  if (ms === null) return <span class="quiet">–</span>
  return <span class="number">{lengthOf(ms)}</span>
}

/** Returns `0.04 ms`, `3.1 ms`, `120 ms` or `1.50 s`. */
function lengthOf(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`
  return `${ms >= 10 ? Math.round(ms) : ms.toFixed(ms < 1 ? 2 : 1)} ms`
}

export function Size({ of: bytes }: { readonly of: number | null }) {
  if (bytes === null) return <span class="quiet">–</span>
  return (
    <span class="number" title={counted(bytes, 'byte')}>
      {sizeOf(bytes)}
    </span>
  )
}

const sizeUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

function sizeOf(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(sizeUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${sizeUnits[step]}`
}
