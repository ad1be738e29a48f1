/** Each area's request body readers, and their error messages. */
import type { z } from 'zod'
import { emptyBody, errorsOf, type Known, malformedBody, type RequestNames, sortErrors } from '../wire/json-errors.ts'
import type { Errors } from '../wire/refusal.ts'
import type { Area } from '../wire/vocabulary.ts'
import { fileTransferErrors, initializeNames, misreadInFileTransfer } from './file-transfer/validation-errors.ts'
import { readValue } from './json-values.ts'
import { misreadInOrder, notificationErrors, orderNames } from './notifications/validation-errors.ts'

export interface Reader {
  /** True if the area refuses numbers that are not written as integers, and strings with a lone surrogate. */
  readonly exact?: true | undefined
  /** Converts names, enumerations and numbers from the forms that the area accepts to the form that the schema validates. */
  read(schema: z.ZodType, value: unknown): unknown
  /** The error for the first unreadable value among the issues; undefined if all values are readable. */
  misread(issues: readonly z.core.$ZodIssue[], value: unknown, text: string, names?: RequestNames): Errors | undefined
  /** The errors for the issues, with the keys and messages of the area. */
  errors(issues: readonly z.core.$ZodIssue[], value: unknown, text: string, names?: RequestNames): Errors
  /** The errors for a text that is not JSON. `reason` is used if the text does not reveal the mistake. */
  malformed(text: string, reason: string, names?: RequestNames, known?: Known): Errors
  /** The errors for a call without a body, or with the literal `null`. */
  empty(names?: RequestNames): Errors
}

const notifications: Reader = {
  exact: true,
  read: (schema, value) => readValue(schema, value, { enums: true, numbersAsText: true }),
  misread: misreadInOrder,
  errors: notificationErrors,
  malformed: (text, reason, names = orderNames, known) => malformedBody(text, reason, names, known),
  empty: (names = orderNames) => emptyBody(names),
}

export const readers: Readonly<Record<Area['reader'], Reader>> = {
  notifications,
  fileTransfer: {
    exact: true,
    read: (schema, value) => readValue(schema, value, { enums: true, numbersAsText: true }),
    misread: misreadInFileTransfer,
    errors: fileTransferErrors,
    malformed: (text, reason, names = initializeNames, known) => sortErrors(malformedBody(text, reason, names, known)),
    empty: (names = initializeNames) => emptyBody(names),
  },
  events: { ...notifications, read: (schema, value) => readValue(schema, value, { enums: false, numbersAsText: false }) },
  plain: {
    read: (_, value) => value,
    misread: () => undefined,
    errors: (issues) => errorsOf(issues),
    malformed: (_, reason) => ({ $: [reason] }),
    empty: () => ({ $: ['A JSON body is required.'] }),
  },
}
