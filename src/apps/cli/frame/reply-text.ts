/** Formats a control row's reply as sentences and a table. */
import type { CellForm, Column } from '../../../control/command.ts'
import { type Cell, type Row, status } from './print.ts'

type Entry = Readonly<Record<string, unknown>>

/**
 * Formats entries as table rows. `lines`: the name of a list or map in each entry. An entry gets one row for each value in it, or a single
 * row if it is empty.
 */
export const rowsOf = (columns: readonly Column[], entries: readonly Entry[], lines?: string): Row[] =>
  entries.flatMap((entry) => linesOf(entry, lines).map((line) => columns.map(([, text, form]) => cellOf(line, text, form))))

function linesOf(entry: Entry, lines: string | undefined): Entry[] {
  if (lines === undefined) return [entry]
  const all = Object.entries(entry[lines] ?? {})
  return all.length === 0 ? [{ ...entry, [lines]: undefined }] : all.map(([name, value]) => ({ ...entry, [lines]: value, '#': name }))
}

function cellOf(entry: Entry, text: Column[1], form: CellForm | undefined): Cell {
  if (typeof form === 'object' && 'each' in form) {
    const all = entry[form.each] as readonly object[]
    return all.map((each) => filled(String(text), each, ' ').trim()).join(', ')
  }
  const whole = [text]
    .flat()
    .map((template) => filled(template, entry))
    .filter((each) => each !== '')
    .join(', ')
  if (form === 'status') return status(whole)
  if (form === 'excerpt') return excerpt(whole)
  if (form === undefined) return whole
  if ('warning' in form) return whole === form.warning ? { text: whole, tone: 'warning' } : whole
  return whole.slice(whole.includes(form.after) ? whole.lastIndexOf(form.after) + form.after.length : 0)
}

/** Shortens text to one line of at most 60 characters. */
function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** A placeholder in braces: a path, alternatives separated by `|`, or a condition. */
const hole = /\{([?!]?)([^{}]{1,200})\}/g
const part = /\[([^[\]]{0,200})\]/

/**
 * Fills a row's template: `{event.type}` is a value, and `[until {until}]` is shown only if all of its values exist. `{a|b}` is the first
 * value that exists. `{?a}` requires a truthy value, `{!a}` a value that is false or null; both print nothing. `between` joins a list.
 */
export const filled = (template: string, scope: object, between = ', '): string =>
  template
    .split(part)
    .map((text, at) => {
      const { shown, isWhole } = fill(text, scope, between)
      return at % 2 === 0 || isWhole ? shown : ''
    })
    .join('')

function fill(text: string, scope: object, between: string): { readonly shown: string; readonly isWhole: boolean } {
  let isWhole = true
  const shown = text.replace(hole, (_, condition: string, paths: string) => {
    const values = paths.split('|').map((path) => valueAt(scope, path.split('.')))
    const value = values.find((each) => each !== undefined && each !== null && each !== '')
    if (condition === '!' ? values[0] !== false && values[0] !== null : value === undefined || value === false) isWhole = false
    return condition === '' && value !== undefined ? [value].flat().map(textOf).join(between) : ''
  })
  return { shown, isWhole }
}

/**
 * Returns the value at a path. `subscriptions.id` means the ids of all entries, `attempts.-1` the last entry, and `attempts.length` the
 * number of entries.
 */
function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  if (Array.isArray(value)) {
    if (name === 'length') return value.length
    return /^-?\d+$/.test(name) ? valueAt(value.at(Number(name)), rest) : value.map((each) => valueAt(each, [name, ...rest]))
  }
  return typeof value === 'object' && value !== null ? valueAt((value as Readonly<Record<string, unknown>>)[name], rest) : undefined
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export const pathsIn = (template: string): string[] => [...template.matchAll(hole)].flatMap(([, , paths = '']) => paths.split('|'))
