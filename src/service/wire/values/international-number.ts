/** Parses international numbers the way the service's phone number library does. Source: notifications §4.6. */
import { isValidPhoneNumber } from 'libphonenumber-js/max'

/** The longest string that the library accepts. */
const longest = 250

/** Digits in any script, which the library converts. The library does not recognize digits that need two UTF-16 units. */
const otherDigit = /[^\P{Nd}0-9\u{10000}-\u{10FFFF}]/gu

/** Characters that the library removes from the end. The library works with UTF-16 units, so a surrogate does not count as a letter. */
const unwanted = /[^\p{N}\p{L}#]/u

const pluses = /^[+\uFF0B]+/
/** Three digits, with optional separators before and between them. The letter `x` counts as a separator. */
const beginning =
  /^(?:[-xX\u2010-\u2015\u2212\u30FC\uFF0D-\uFF0F \u00A0\u00AD\u200B\u2060\u3000()\uFF08\uFF09\uFF3B\uFF3D.[\]/~\u2053\u223C\uFF5E*]*\d){3}/
const notInNumber =
  /[^-\u2010-\u2015\u2212\u30FC\uFF0D-\uFF0F \u00A0\u00AD\u200B\u2060\u3000()\uFF08\uFF09\uFF3B\uFF3D.[\]/~\u2053\u223C\uFF5E*A-Za-z\d]/

/** Each pattern matches from the separators to the end of the string. */
const extensions = [
  /^;ext=\d{1,20}$/i,
  /^[ \u00A0\t,]*(?:e?xt(?:ensi(?:o\u0301?|\u00F3))?n?|\uFF45?\uFF58\uFF54\uFF4E?|\u0434\u043E\u0431|anexo)[:.\uFF0E]?[ \u00A0\t,-]*\d{1,20}#?$/i,
  /^[ \u00A0\t,]*(?:[x\uFF58#\uFF03~\uFF5E]|int|\uFF49\uFF4E\uFF54)[:.\uFF0E]?[ \u00A0\t,-]*\d{1,9}#?$/i,
  /^[- ]+\d{1,6}#$/,
  /^[ \u00A0\t]*(?:,,|;)[:.\uFF0E]?[ \u00A0\t,-]*\d{1,15}#?$/,
  /^[ \u00A0\t]*,+(?:[:.\uFF0E \u00A0\t-][ \u00A0\t,-]*)?\d{1,9}#?$/,
]

/** The keypad digit for each letter, starting with `A`. */
const keys = '22233344455566677778889999'

/** True if a string that starts with a plus is a valid number in its country. */
export function isInternationalNumber(text: string): boolean {
  const digits = internationalDigits(text)
  return digits !== undefined && isValidPhoneNumber(`+${digits}`)
}

/**
 * Returns the digits after the plus, with the country code first. Undefined if `text`, which starts with a plus, is not an international
 * number.
 */
export function internationalDigits(text: string): string | undefined {
  if (text.length > longest) return undefined
  const whole = numberIn(text.replace(otherDigit, digitValue))
  if (whole === undefined || !isViable(whole)) return undefined
  const end = extensionAt(whole)
  const number = isViable(whole.slice(0, end)) ? whole.slice(0, end) : whole
  return pluses.test(number) ? digitsOf(number.replace(pluses, '')) : undefined
}

/** Converts a digit in any script to ASCII. Unicode digits come in runs of ten, starting at zero. */
function digitValue(digit: string): string {
  let zero = digit.charCodeAt(0)
  while (/\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero -= 1
  return String((digit.charCodeAt(0) - zero) % 10)
}

/** Returns the part of a string to parse, without the other parts that RFC 3966 allows around a number. */
function numberIn(text: string): string | undefined {
  const number = withContext(text) ?? trimmed(text)
  const subaddress = number.indexOf(';isub=')
  return subaddress > 0 ? number.slice(0, subaddress) : number
}

function trimmed(text: string): string {
  let end = text.length
  while (end > 0 && unwanted.test(text[end - 1] ?? '')) end -= 1
  const number = text.slice(0, end)
  const second = /[\\/] *x/.exec(number)
  return second ? number.slice(0, second.index) : number
}

const contextMark = ';phone-context='

/**
 * Returns the number with its RFC 3966 context. Undefined if there is no context. Empty if the context is neither the start of a number nor
 * a domain.
 */
function withContext(text: string): string | undefined {
  const at = text.indexOf(contextMark)
  if (at < 0) return undefined
  const [context = ''] = text.slice(at + contextMark.length).split(';', 1)
  const isNumber = /^\+[\d().-]*$/.test(context) && /\d/.test(context)
  if (!isNumber && !isDomain(context)) return ''
  const scheme = text.slice(0, at).indexOf('tel:')
  return (isNumber ? context : '') + text.slice(scheme < 0 ? 0 : scheme + 4, at)
}

function isDomain(text: string): boolean {
  const labels = (text.endsWith('.') ? text.slice(0, -1) : text).split('.')
  const isLabel = (label: string) => /^[a-z\d-]+$/i.test(label) && !label.startsWith('-') && !label.endsWith('-')
  return labels.every(isLabel) && /^[a-z]/i.test(labels.at(-1) ?? '')
}

/** True for a number with or without an extension. */
function isViable(text: string): boolean {
  if (/^\d\d$/.test(text)) return true
  const number = text.replace(pluses, '')
  const start = beginning.exec(number)
  if (!start) return false
  const other = notInNumber.exec(number)
  if (!other) return true
  const end = extensionAt(number, start[0].length)
  return end < number.length && end <= other.index
}

/** Returns the offset of the extension, or the length of the string if there is no extension. */
function extensionAt(text: string, from = 0): number {
  for (let at = from; at < text.length; at += 1) {
    const rest = text.slice(at)
    if (extensions.some((form) => form.test(rest))) return at
  }
  return text.length
}

/** Converts letters to keypad digits if there are at least three letters. */
function digitsOf(number: string): string {
  if (number.replace(/[^A-Za-z]/g, '').length < 3) return number.replace(/\D/g, '')
  return number.replace(/[^A-Za-z\d]/g, '').replace(/[A-Za-z]/g, (letter) => keys[letter.toUpperCase().charCodeAt(0) - 65] ?? '')
}
