/** A refusal of the service, as code throws it. */

import type { RefusalValues } from './refusal-form.ts'
import { cut } from './text.ts'

/** The validation messages of a refusal, by the key of the value that they are about. Source: notifications §4.1, file-transfer §7.3. */
export type Errors = Record<string, string[]>

/** How many characters of a value, a key or a message a refusal repeats: a client may have written a part of it. */
const mostText = 8_192

function cutValues(values: RefusalValues): RefusalValues {
  const isLong = (value: string | number) => typeof value === 'string' && value.length > mostText
  if (!Object.values(values).some(isLong)) return values
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? cut(value, mostText) : value]))
}

function cutErrors(errors: Errors): Errors {
  const isShort = ([key, messages]: [string, string[]]) => key.length <= mostText && messages.every((each) => each.length <= mostText)
  const entries = Object.entries(errors)
  if (entries.every(isShort)) return errors
  return Object.fromEntries(entries.map(([key, messages]) => [cut(key, mostText), messages.map((each) => cut(each, mostText))]))
}

/** A refusal of the service, thrown with its key. The dialect and the area of the row decide its form. */
export class Refusal extends Error {
  /** A key of the table of refusals. In checked mode, a key that the row does not declare is a defect. */
  readonly key: string
  readonly values: RefusalValues
  readonly errors: Errors | undefined

  constructor(key: string, values: RefusalValues = {}, errors?: Errors) {
    super(key)
    this.name = 'Refusal'
    this.key = key
    this.values = cutValues(values)
    this.errors = errors && cutErrors(errors)
  }
}
