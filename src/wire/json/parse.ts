/** The value of a JSON text, and the value that the live services read where JavaScript is more lenient. */

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** In the place of a value that the services cannot read. No schema accepts it. */
const unreadable = Symbol('unreadable')

const oddNumber = /[:,[]\s*-?\d+[.eE]/

/** Like `JSON.parse`. A body without such numbers, escapes and bytes costs one look more. */
export function parseExactly(text: string): unknown {
  return text.includes('\\u') || oddNumber.test(text) || !text.isWellFormed() ? JSON.parse(text, revive as Reviver) : JSON.parse(text)
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown

/** Engines without `context` read such numbers as JavaScript does. */
function revive(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (!key.isWellFormed()) return unreadable
  if (typeof value === 'string') return value.isWellFormed() ? value : unreadable
  if (typeof value !== 'number' || context?.source === undefined) return value
  return /[.eE]/.test(context.source) ? unreadable : value
}
