/** What is wrong with a text that is not JSON, in the words of the live services. Source: notifications §4.3. */
import { shownByte } from './bytes.ts'
import { type JsonError, mostLevels } from './scan.ts'
import type { Why } from './tokens.ts'

const literal = (word: string) => (_: string, rest: string) => `'${rest}' is an invalid JSON literal. Expected the literal '${word}'.`
const escaped = 'The string should be correctly escaped.'
const notSupported = 'contains a trailing comma at the end which is not supported in this mode. Change the reader options.'
const afterEnd = 'but instead reached end of data.'

/** `byte` is the first byte that is wrong, `rest` what is left of the text. */
const messages: Readonly<Record<Exclude<Why, 'depth' | 'half'>, (byte: string, rest: string) => string>> = {
  value: (byte) => `${byte} is an invalid start of a value.`,
  name: (byte) => `${byte} is an invalid start of a property name. Expected a '"'.`,
  colon: (byte) => `${byte} is invalid after a property name. Expected a ':'.`,
  separator: (byte) => `${byte} is invalid after a value. Expected either ',', '}', or ']'.`,
  end: (byte) => `${byte} is invalid after a single JSON value. Expected end of data.`,
  match: (byte) => `${byte} is invalid without a matching open.`,
  'object comma': () => `The JSON object ${notSupported}`,
  'array comma': () => `The JSON array ${notSupported}`,
  closing: () => 'Expected depth to be zero at the end of the JSON payload. There is an open JSON object or array that should be closed.',
  'value end': () => `Expected a value, ${afterEnd}`,
  'member end': () => `Expected start of a property name or value, ${afterEnd}`,
  control: (byte) => `${byte} is invalid within a JSON string. ${escaped}`,
  escape: (byte) => `${byte} is an invalid escapable character within a JSON string. ${escaped}`,
  hex: (byte) => `${byte} is not a hex digit following '\\u' within a JSON string. ${escaped}`,
  quote: () => `Expected end of string, ${afterEnd}`,
  'digit end': () => `Expected a digit ('0'-'9'), ${afterEnd}`,
  digit: (byte) => `${byte} is invalid within a number, immediately after a sign character ('+' or '-'). Expected a digit ('0'-'9').`,
  fraction: (byte) => `${byte} is invalid within a number, immediately after a decimal point ('.'). Expected a digit ('0'-'9').`,
  exponent: (byte) => `${byte} is an invalid end of a number. Expected 'E' or 'e'.`,
  number: (byte) => `${byte} is an invalid end of a number. Expected a delimiter.`,
  zero: (byte) => `Invalid leading zero before ${byte}.`,
  true: literal('true'),
  false: literal('false'),
  null: literal('null'),
}

const noTokens =
  'The input does not contain any JSON tokens. Expected the input to start with a valid JSON token, when isFinalBlock is true.'

export function syntaxMessage(text: string, { offset, why, literalAt }: JsonError): string {
  if (why === 'half') throw new Error('A name that cannot be read has the message of a conversion.')
  if (why === 'depth') {
    const kind = text[offset] === '{' ? 'object' : 'array'
    return `The maximum configured depth of ${mostLevels} has been exceeded. Cannot read next JSON ${kind}.`
  }
  if (offset === text.length && text.trim() === '') return noTokens
  return messages[why](shownByte(text, offset), text.slice(literalAt, literalAt + 200))
}
